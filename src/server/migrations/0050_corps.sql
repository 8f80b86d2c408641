-- The companies that run the site, and how each is organised; what was changed in facts of the site.

-- Ten digits, the last of which checks the others (국세청 사업자등록번호 검증).
create function is_biz_no(given text) returns boolean language sql immutable parallel safe as $$
  select given is null or given ~ '^[0-9]{3}-[0-9]{2}-[0-9]{5}$' and (
    select (10 - (sum(d * w) + d9 * 5 / 10) % 10) % 10 = right(given, 1)::int
    from (
      select substr(replace(given, '-', ''), n, 1)::int d, (array[1, 3, 7, 1, 3, 7, 1, 3, 5])[n] w,
        substr(replace(given, '-', ''), 9, 1)::int d9
      from generate_series(1, 9) n) digits
    group by d9)
$$;

create table corp (
  corp_cd text primary key check (corp_cd = upper(corp_cd)),
  corp_nm text not null,
  english_nm text,
  biz_no text not null check (is_biz_no(biz_no)),
  sub_biz_no text check (sub_biz_no ~ '^[0-9]{4}$'),
  president_nm text,
  biz_type_nm text,
  biz_item_nm text,
  zip_no text check (zip_no ~ '^[0-9]{5}$'),
  address text,
  english_address text,
  phone_no text,
  fax_no text,
  bank_nm text,
  account_no text,
  account_holder_nm text,
  tax_email text,
  seal_sn text references stored_file (file_sn),
  seal_nm text,
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now()
);
-- One registration is one company; a further place of work has a number of its own below it.
create unique index corp_biz_no on corp (biz_no, coalesce(sub_biz_no, ''));

create table organization (
  org_cd text primary key check (org_cd = upper(org_cd)),
  corp_cd text not null references corp,
  org_nm text not null,
  english_nm text,
  org_kind_cd text not null check (org_kind_cd in ('BRANCH', 'TEAM')),
  -- The branch a team belongs to.
  parent_cd text references organization (org_cd),
  from_dt date not null,
  to_dt date,
  manager_nm text,
  phone_no text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  constraint organization_period check (to_dt >= from_dt),
  constraint organization_parent check ((org_kind_cd = 'TEAM') = (parent_cd is not null))
);
create index organization_of_corp on organization (corp_cd);
create index organization_of_parent on organization (parent_cd);

-- A team stands below a branch of its own company, and no longer than the branch.
create function check_organization() returns trigger language plpgsql as $$
begin
  if exists (
    select from organization team join organization branch on branch.org_cd = team.parent_cd
    where new.org_cd in (team.org_cd, branch.org_cd)
      and (branch.org_kind_cd <> 'BRANCH' or branch.corp_cd <> team.corp_cd)) then
    raise exception 'tree' using errcode = '23514', constraint = 'organization_tree',
      table = 'organization';
  end if;
  if exists (
    select from organization team join organization branch on branch.org_cd = team.parent_cd
    where new.org_cd in (team.org_cd, branch.org_cd)
      and (team.from_dt < branch.from_dt
        or coalesce(team.to_dt, 'infinity') > coalesce(branch.to_dt, 'infinity'))) then
    raise exception 'inside' using errcode = '23514', constraint = 'organization_inside',
      table = 'organization';
  end if;
  return null;
end $$;
create trigger organization_tree after insert or update on organization
  for each row execute function check_organization();

-- What somebody changed in the facts of the site: the row before and after. Nothing here is changed
-- or goes but by the rule of its kind (see the purge of logs).
create table fact_change (
  change_no bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  changed_by text not null,
  table_nm text not null,
  record_key text not null,
  change_cd text not null check (change_cd in ('I', 'U', 'D')),
  before_row jsonb,
  after_row jsonb,
  -- The change that this one took back.
  undone_no bigint unique references fact_change,
  constraint fact_change_rows check (
    (change_cd = 'I') = (before_row is null) and (change_cd = 'D') = (after_row is null))
);
create index fact_change_of_record on fact_change (table_nm, record_key, change_no desc);
create trigger fact_change_stays before update or delete on fact_change
  for each row execute function refuse_change();
create trigger fact_change_whole before truncate on fact_change
  for each statement execute function refuse_change();

-- Keeps a change of a row, under the name of who carries out the save (`wms.user_id`, set by it).
-- Arguments: the columns of the key, then `-` and columns that are kept by no history.
create function keep_change() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  who text := coalesce(nullif(current_setting('wms.user_id', true), ''),
    becomes ->> 'updated_by', 'system');
  undone bigint := nullif(current_setting('wms.undone_no', true), '')::bigint;
  at integer := coalesce(array_position(tg_argv::text[], '-'), array_length(tg_argv::text[], 1) + 1);
  -- Who and when stand in the columns of the change itself.
  engine text[] := array['version', 'created_by', 'created_at', 'updated_by', 'updated_at'];
  hidden text[] := engine || coalesce((tg_argv::text[])[at + 1:], '{}');
  parts text[];
  i integer;
begin
  for i in array_lower(tg_argv, 1) .. array_upper(tg_argv, 1) loop
    exit when tg_argv[i] = '-';
    parts := parts || (coalesce(becomes, was) ->> tg_argv[i]);
  end loop;
  if was - hidden is not distinct from becomes - hidden then return null; end if;
  insert into fact_change (changed_by, table_nm, record_key, change_cd, before_row, after_row, undone_no)
  values (who, tg_table_name, array_to_string(parts, ' / '), left(tg_op, 1),
    was - hidden, becomes - hidden, undone);
  return null;
end $$;

create trigger corp_history after insert or update or delete on corp
  for each row execute function keep_change('corp_cd');
create trigger organization_history after insert or update or delete on organization
  for each row execute function keep_change('org_cd');
