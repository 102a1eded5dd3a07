-- Until now a title with a publisher's mark ("RETRACTED: …") counted as that of another publication, and the identifier that led to it as contradicted. Each
-- contradicted identifier is looked up once more (DOUBTED in publications/identifiers.ts), in the order of the background work, and stays hidden until a
-- record agrees with it. The step of this migration adds the fingerprints of titles without the mark.
update publication_identifiers set confidence = 0.4 where is_contradicted;
update enrichment e set next_attempt_at = least(e.next_attempt_at, now() + random() * interval '3 days')
where e.status in ('resolved', 'failed')
  and exists (select from publication_identifiers i where i.publication_id = e.publication_id and i.is_contradicted);
