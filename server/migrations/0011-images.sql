-- Pictures of scholars, as the service made them anew: WebP of at most 512 pixels a side.

-- What a user uploaded for a scholar. It goes with the scholar.
create table scholar_uploads (
  scholar_id bigint primary key references scholars on delete cascade,
  image bytea not null,
  -- SHA-256 of the image
  digest bytea not null,
  created_at timestamptz not null default now()
);
-- it is compressed already
alter table scholar_uploads alter column image set storage external;

-- What was fetched for showing it, so that no reader's browser asks for it elsewhere: the photo of a profile, one for all who track it, or the picture
-- behind the address that a user named for a scholar.
create table fetched_images (
  id bigint generated always as identity primary key,
  profile_id bigint unique references profiles on delete cascade,
  scholar_id bigint unique references scholars on delete cascade,
  -- what is asked for; a profile's photo may still be the one from the address before
  url text not null,
  image bytea,
  digest bytea,
  -- in a row
  failure_count int not null default 0,
  asked_at timestamptz,
  due_at timestamptz not null default now(),
  check (num_nonnulls(profile_id, scholar_id) = 1),
  check ((image is null) = (digest is null))
);
create index fetched_images_due on fetched_images (due_at);
alter table fetched_images alter column image set storage external;
