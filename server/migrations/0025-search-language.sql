-- Searches in single texts and for phrases need positions and weights in search_vector. A step rewrites it (publications/finish-migration-store.ts).
-- The job add-words then fills library_words again, which is faster than following each change.
update libraries set has_words = false where has_words;
truncate library_words;

-- The words of an abstract, without case and accents; each Chinese or Japanese character is a word.
create function abstract_words(abstract text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple', regexp_replace(
    regexp_replace(normalize(abstract, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g'),
    '([\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', ' \1 ', 'g'))
$$;
create index publication_metadata_words on publication_metadata using gin (abstract_words(abstract)) where abstract is not null;
create index publication_metadata_with_abstract on publication_metadata (publication_id) where abstract is not null;
