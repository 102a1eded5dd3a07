-- Keys of a publication for the search for near duplicates (docs/duplicates.md). Two publications are compared if they
-- share an odd key or two even ones. Odd: how the title begins and ends. Even: the first author with the beginning, the
-- end, the initials and each of the longest words of the title; pairs of these words.
create function pair_keys(title_key text, authors text) returns integer[] language plpgsql immutable parallel safe as $$
declare
  letters text := nullif(replace(title_key, ' ', ''), '');
  -- a sign of these scripts says as much as three letters
  ends integer := case when letters ~ '[\u2e80-\uffff]' then 6 else 16 end;
  first_author text := split_part(translate(left(authors, 200), U&';\FF1B\FF0C\3001', ',,,,'), ',', 1);
  author text := lower(regexp_replace(normalize(first_author, NFKD), '[\u0300-\u036f]', '', 'g') collate "C");
  -- the last word that is not initials: sometimes wrong, but nearly always the same for both spellings of a name
  family text := coalesce(substring(author from '(?:^|.*[\s.-])([^\s.-]{3,})'), substring(author from '([^\s.-]+)[\s.-]*$'));
  words text[];
  initials text;
begin
  select array_agg(word order by length(word) desc, word), string_agg(left(word, 1), '' order by place)
  into words, initials
  from (
    select word, min(place) as place from string_to_table(title_key, ' ') with ordinality as t (word, place) group by word
  ) w;
  return array_remove(array[
    hashtext('<' || left(letters, ends)) | 1, hashtext('>' || right(letters, ends)) | 1,
    hashtext(family || '<' || left(letters, 8)) & -2, hashtext(family || '>' || right(letters, 8)) & -2,
    hashtext(family || '.' || initials) & -2,
    hashtext(family || ' ' || words[1]) & -2, hashtext(family || ' ' || words[2]) & -2,
    hashtext(family || ' ' || words[3]) & -2, hashtext(family || ' ' || words[4]) & -2,
    hashtext(family || ' ' || words[5]) & -2, hashtext(family || ' ' || words[6]) & -2,
    hashtext(words[1] || ' ' || words[2]) & -2, hashtext(words[1] || ' ' || words[3]) & -2,
    hashtext(words[1] || ' ' || words[4]) & -2, hashtext(words[2] || ' ' || words[3]) & -2,
    hashtext(words[2] || ' ' || words[4]) & -2, hashtext(words[3] || ' ' || words[4]) & -2
  ], null);
end
$$;
alter table publications
  add column pair_keys integer[] generated always as (pair_keys(title_key, author_text)) stored;
