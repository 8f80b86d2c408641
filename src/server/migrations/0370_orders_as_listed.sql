-- In the order of their lists, so that the first of many are there without working the sums of all
-- of them out: by day, the latest first, then the urgent ones.
drop index scm_order_search;
create index scm_order_search
  on scm_order (wcode, kind_cd, request_dt desc, priority, scm_no desc);
-- What waits to be accepted is looked for among years of lines that were.
create index scm_order_line_open on scm_order_line (scm_no, line_no)
  where accept_qty + reject_qty < order_qty;
