-- The server that runs a job, or ran it last.
alter table job add host_nm text;
