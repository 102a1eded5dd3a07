-- Short keys of references, whose index finds what cites a publication. There are 65,536 keys, so different ids often have
-- the same one, and a statement must compare the ids, too. An index of the ids themselves would be nine times as large,
-- and larger than the table. The cost keeps PostgreSQL from computing the keys of all rows. The function is not parallel
-- safe, because PostgreSQL expects far more rows than there are, and starting a worker takes longer than reading them.
create function reference_keys(ids text[]) returns integer[] language sql immutable strict cost 500 as $$
  select array_agg(hashtext(id) & 65535) from unnest(ids) as t (id)
$$;
create index publication_metadata_citing on publication_metadata using gin (reference_keys(referenced_works))
  where referenced_works is not null;
