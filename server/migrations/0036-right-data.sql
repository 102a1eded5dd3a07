-- The authors of a record, one by one. A line cannot keep a comma within a name, what a source says of a name, or thousands of names.
alter table records add column author_list jsonb;
