-- A password that an administrator set for another user. It signs in until this time, and the user replaces it by one that no one else knows. Null: the
-- user chose the password.
alter table users add column temporary_password_until timestamptz;
