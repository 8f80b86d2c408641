-- Which call an error belongs to, and up to where somebody has dealt with errors of one kind.

alter table error_log add trace_id text;
create index error_log_of_kind on error_log (error_code, path, error_no desc);
create index error_log_of_trace on error_log (trace_id) where trace_id is not null;

create table error_settled (
  error_code text not null,
  path text not null,
  upto_no bigint not null,
  settled_by text not null,
  settled_at timestamptz not null default now(),
  primary key (error_code, path)
);
