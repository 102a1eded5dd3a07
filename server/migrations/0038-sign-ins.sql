-- When the user last gave the password in this session. Some changes need that to be less than an hour ago.
alter table sessions add column confirmed_at timestamptz default now();
update sessions set confirmed_at = created_at;

-- Sign-ins are in the audit log for 90 days, among what repairs and operators changed. Both are read apart, so that neither hides the other.
create index audit_log_sign_ins on audit_log (user_id, action, id) where action like 'account.sign-in%';
create index audit_log_changes on audit_log (id) where action not like 'account.sign-in%';
