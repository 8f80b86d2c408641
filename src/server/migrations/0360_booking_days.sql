-- Every booking has its day: what came by sheet or by a program without one was booked when it came.
update booking set book_dt = least((created_at at time zone 'Asia/Seoul')::date,
    to_date(left(etd, 8), 'YYYYMMDD'))
  where book_dt is null;
alter table booking alter column book_dt set not null;
