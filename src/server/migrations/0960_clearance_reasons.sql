-- Why a clearance was cancelled. Null: cancelled before the reason was stored.
alter table bonded_basis add cancel_reason text,
  add constraint bonded_basis_reason check (cancel_reason is null or cancelled_at is not null)
    not valid;
