-- Passkeys (WebAuthn): keys of devices that a user logs in with, alone or after the password.

create table passkey (
  credential_id text primary key,
  user_id text not null references app_user on delete cascade,
  passkey_nm text not null check (length(passkey_nm) between 1 and 60),
  -- COSE, base64url; the private half never leaves its device.
  public_key text not null,
  -- The name the site had when it was made: a key is good there alone.
  rp_id text not null,
  transports text[] not null default '{}',
  -- Uses as the device counts them; a copy of it falls behind.
  counter bigint not null default 0,
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Challenges that were answered: each is good once, and not for long.
create table passkey_answered (
  challenge_hash text primary key,
  answered_at timestamptz not null default now()
);
