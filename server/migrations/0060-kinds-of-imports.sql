-- What a file says of where a publication is published, and of its kind: as in publication_metadata, with "isbn" and
-- "editors", and with the kind in the words of CSL as `type`.
alter table records add column biblio jsonb;
