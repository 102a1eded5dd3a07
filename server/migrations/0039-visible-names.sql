-- Characters that change the direction of the text behind them (U+202A to U+202E, U+2066 to U+2069) no longer enter, and are removed from what is stored: from
-- each column of text, arrays of texts or JSON that is no key. Names follow in publications/clean-names-store.ts, because some would become equal or empty.
do $$
declare
  direction constant text := '[\u202A-\u202E\u2066-\u2069]';
  statement text;
begin
  for statement in
    select format('update %s set %s where %s', c.oid::regclass,
      string_agg(format('%1$I = regexp_replace(%1$I::text, %2$L, '''', ''g'')::%3$s', a.attname, direction, format_type(a.atttypid, null)), ', '),
      string_agg(format('%I::text ~ %L', a.attname, direction), ' or '))
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
      and not (a.attname = 'name' and c.relname in ('api_tokens', 'channels', 'feeds', 'stored_rules', 'stored_tags', 'stored_views'))
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey))
    group by c.oid
  loop
    execute statement;
  end loop;
end $$;

-- no identifier has such a character
delete from publication_identifiers where value ~ '[\u202A-\u202E\u2066-\u2069]';
