-- A backup that a user requested is made even if the plan is off.
alter table backup_plan add asked_at timestamptz;

-- When the server that makes the backup was last known to run.
alter table backup_run add alive_at timestamptz;
