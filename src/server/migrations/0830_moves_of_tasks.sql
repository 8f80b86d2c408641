-- Task that a move was made for. Reversing the move opens the task again.
alter table inventory_work add column task_no bigint,
  add constraint inventory_work_task foreign key (task_no) references move_task not valid;
