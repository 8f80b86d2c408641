alter table move_task add column cancel_reason text;
