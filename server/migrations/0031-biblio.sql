-- Where a source says that a publication is published: {"type", "container", "publisher", "volume", "issue", "pages", "issn"} (sources/record.ts), for
-- citations. `type` is in the source's words. Null: the source does not say, or an older version stored the row.
alter table publication_metadata add column biblio jsonb;
