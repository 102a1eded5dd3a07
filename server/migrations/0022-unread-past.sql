-- What is unread of the publications that the first crawls of a scholar's profiles find.
alter table scholars add column unread_past text not null default 'all' check (unread_past in ('all', 'recent', 'none'));
