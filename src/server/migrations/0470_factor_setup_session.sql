-- Session that began to set up the app: only there can the first code confirm it.
alter table user_totp add column setup_session text;
