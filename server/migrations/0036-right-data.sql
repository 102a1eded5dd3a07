-- The authors of a record, one by one. A line cannot keep a comma within a name, what a source says of a name, or thousands of names.
alter table records add column author_list jsonb;

-- Earlier versions cut lists of authors, lost superscripts in titles and listed items that are no publications. The next visit of a profile at OpenAlex reads
-- its whole list. ORCID and dblp send whole lists in any case, and Google Scholar has no markup.
update profiles set work_count = null, fully_crawled_at = null, top_digest = null, top_listing = null where source = 'openalex';

-- Responses are stored as they were read, so they are requested again when they are needed.
truncate source_responses;

-- A title with a publisher's mark ("RETRACTED: …") counted as that of another publication, and the identifier that led to it as contradicted. Each
-- contradicted identifier is looked up once more (DOUBTED in publications/identifiers.ts), and stays hidden until a record agrees with it.
update publication_identifiers set confidence = 0.4 where is_contradicted;

-- These look-ups, and those of works of which a list named only the first authors, are spread over three days, in the background.
update enrichment e set next_attempt_at = least(e.next_attempt_at, now() + random() * interval '3 days')
where e.status in ('resolved', 'failed') and (
  exists (select from publication_identifiers i where i.publication_id = e.publication_id and i.is_contradicted)
  or exists (select from publication_metadata m where m.publication_id = e.publication_id and m.source = 'openalex' and not m.has_all_authors));

-- Crossref and Europe PMC mark the family name of a person, so an author without one beside others who have one is an organization.
update publication_metadata m set authors = (
  select jsonb_agg(case when a.author ->> 'family' is null then a.author || '{"is_organization": true}' else a.author end order by a.at)
  from jsonb_array_elements(m.authors) with ordinality as a (author, at))
where m.source in ('crossref', 'europepmc') and jsonb_path_exists(m.authors, '$[*] ? (@.family == null)')
  and (jsonb_path_exists(m.authors, '$[*] ? (@.family != null)') or m.source = 'crossref' and jsonb_path_exists(m.authors, '$[0].family'));

-- The word of the response that started a cooldown, for administrators.
alter table source_states add column cooldown_response text;
