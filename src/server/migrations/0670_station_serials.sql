-- Serials a user has scanned for a move task. They move when the target cell is scanned.
create table move_task_serial (
  serial_id bigint primary key references serial,
  task_no bigint not null references move_task,
  user_id text not null,
  scanned_at timestamptz not null default clock_timestamp()
);
create index move_task_serial_task on move_task_serial (task_no);

-- When the serial was counted at the shipping check.
alter table shipment_match add column checked_at timestamptz;
