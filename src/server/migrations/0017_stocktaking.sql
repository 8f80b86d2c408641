-- Counting. A line is one balance as the books have it; it is empty until somebody counts it, and
-- the book quantity beside a count is that of the very moment it was counted, so that goods may
-- move before and after. What the books lack becomes a line of its own when it is found.

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('STOCKTAKING', '실사번호', 'ST-', 'YYYYMMDD', 4);

create table count_job (
  job_no text primary key,
  wcode text not null references warehouse,
  count_dt date not null,
  method_cd text not null check (method_cd in ('ZONE', 'CELL', 'STOCK', 'OWNER', 'ABC', 'MOVED')),
  target text not null,
  -- 10 planned, 20 being counted, 30 counted, 40 being recounted, 50 closed, 90 cancelled.
  state_cd text not null default '10' check (state_cd in ('10', '20', '30', '40', '50', '90')),
  assigned_to text references app_user,
  remark text,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now()
);
create index count_job_search on count_job (wcode, count_dt);

create table count_line (
  job_no text not null references count_job,
  line_no integer not null check (line_no > 0),
  owner_cd text not null references owner,
  balance_id bigint not null references stock_balance,
  -- Y: the books knew nothing of it here.
  found_yn text not null default 'N' check (found_yn in ('Y', 'N')),
  count_qty numeric(15, 3) check (count_qty >= 0),
  book_qty numeric(15, 3),
  counted_by text,
  counted_at timestamptz,
  recount_yn text not null default 'N' check (recount_yn in ('Y', 'N')),
  recount_qty numeric(15, 3) check (recount_qty >= 0),
  recount_book_qty numeric(15, 3),
  recounted_by text,
  recounted_at timestamptz,
  -- Counted less than booked is negative; a recount stands in the place of the first count.
  diff_qty numeric(15, 3) generated always as
    (coalesce(recount_qty - recount_book_qty, count_qty - book_qty)) stored,
  -- The document that put the books right.
  work_no text references inventory_work,
  approved_by text,
  primary key (job_no, line_no),
  unique (job_no, balance_id),
  constraint count_line_whole check ((count_qty is null) = (book_qty is null)
    and (count_qty is null) = (counted_by is null)
    and (recount_qty is null) = (recount_book_qty is null)
    and (recount_qty is null) = (recounted_by is null)),
  constraint count_line_other_counter check (recounted_by <> counted_by),
  constraint count_line_other_approver check
    (approved_by <> counted_by and approved_by <> coalesce(recounted_by, ''))
);
create index count_line_balance on count_line (balance_id);
