-- A link for a new password belongs to the address it was mailed to, and to the password that was
-- valid then: whoever still has it must not replace a newer password, or open an account whose
-- address was corrected.
create function forget_password_links() returns trigger language plpgsql as $$
begin
  delete from password_token where user_id = new.user_id;
  return null;
end $$;
create trigger app_user_password_links after update of email, password_hash, use_yn on app_user
  for each row when (lower(old.email) is distinct from lower(new.email)
    or old.password_hash is distinct from new.password_hash or new.use_yn = 'N')
  execute function forget_password_links();
