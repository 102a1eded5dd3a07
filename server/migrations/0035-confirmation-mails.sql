-- Mails of the last day that asked somebody to agree to a channel. The limits count them.
create table confirmation_mails (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- a signature of the address (channels/mail/request-confirmation.ts), so that the address of somebody who never agreed is not kept
  address_key bytea not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index confirmation_mails_sent on confirmation_mails (sent_at);
