-- A user of one owner must not learn which references of others exist. Such a user can therefore
-- enter one that another owner has; everybody else is told that it exists.
create unique index payment_bank_reference on payment (bank_ref, coalesce(owner_cd, ''))
  where cancelled_at is null;
drop index payment_bank_ref;
