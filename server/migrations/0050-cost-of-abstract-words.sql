-- The words of an abstract take as long to compute as reading hundreds of rows. PostgreSQL replaced the function by its
-- body, whose cost it believed to be far lower, and computed the words of thousands of abstracts in place of using
-- their index. The words are the same, so the index stays.
create or replace function abstract_words(abstract text) returns tsvector language plpgsql immutable parallel safe cost 500 as $$
begin
  return to_tsvector('pg_catalog.simple', regexp_replace(
    regexp_replace(normalize(abstract, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]', '', 'g'),
    '([\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', ' \1 ', 'g'));
end $$;
