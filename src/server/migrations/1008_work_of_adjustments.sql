-- Each reversal looks for the count or request that decided its movement.
create index count_line_work on count_line (work_no) where work_no is not null;
create index adjust_request_work on adjust_request (work_no) where work_no is not null;
