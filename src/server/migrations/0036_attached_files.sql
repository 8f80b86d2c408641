-- Files that belong to a receipt or a shipment: what the partner sent, pictures of damage, papers.

create table attached_file (
  doc_no text not null,
  file_sn text not null references stored_file,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  attached_by text not null references app_user (user_id),
  attached_at timestamptz not null default now(),
  primary key (doc_no, file_sn)
);
