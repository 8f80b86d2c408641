-- Latest figures of each server, as /metrics shows them, for administrators without a collector.
-- Every minute a server replaces its rows.
create table server_figure (
  server_nm text not null,
  figure_cd text not null,
  detail text not null default '',
  figure bigint not null,
  -- Requests only: mean time, and how many took longer than a second.
  mean_ms integer,
  slow_count bigint,
  read_at timestamptz not null default now(),
  primary key (server_nm, figure_cd, detail)
);
