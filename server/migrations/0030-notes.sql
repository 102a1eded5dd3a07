-- Notes of users on publications, in Markdown as they were written. A publication can have several notes of a user.
create table notes (
  user_id bigint not null references users on delete cascade,
  -- made by the client, so that a request can be sent again; an id means nothing to other users
  id uuid not null,
  -- A note stays with the publication for which it was written. Canonical publications also show the notes of those merged into them.
  publication_id bigint not null references publications on delete cascade,
  text text not null check (text <> ''),
  -- the words of the text, folded like those of searches (library/search-words.ts)
  words tsvector not null,
  -- grows with each change
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index notes_of_publication on notes (publication_id, user_id);
