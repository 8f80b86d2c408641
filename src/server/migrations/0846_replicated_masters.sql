-- Databases that take their masters from another one by logical replication (`npm run masters`).
-- The triggers are created there: apply workers run as replicas and do not fire the first.

create function refuse_replicated() returns trigger language plpgsql as $$
begin
  raise exception '% is replicated from another database (before an upgrade: npm run masters -- leave)',
    tg_table_name using errcode = 'WM010';
end $$;

-- Apply workers fire no statement triggers and have an empty search path. So billing learns of new
-- measures row by row.
create function tell_replicated_measure() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if new.from_dt > date '0001-01-01' then
    insert into charge_news (owner_cd, stock_cd) values (new.owner_cd, new.stock_cd);
  end if;
  return null;
end $$;

alter function log_balances_where() set search_path = public, pg_temp;
