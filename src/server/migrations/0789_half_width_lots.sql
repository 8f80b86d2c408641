-- Lots, marks and plots stored before full-width letters were converted on entry. Hold rules, open
-- recalls, orders and scans compare lots by their ASCII spelling and no longer found them.
create or replace function half_width(given text) returns text language sql immutable as $$
  select translate(given,
    (select string_agg(chr(65248 + n), '' order by n) from generate_series(33, 126) n) || chr(12288),
    (select string_agg(chr(n), '' order by n) from generate_series(33, 126) n) || ' ')
$$;

-- A lot that would become equal to another one gets its number as a plot: balances keep their lot.
update lot l set lot_no = w.lot_no, mark = w.mark,
  plot = case when w.rank = 1 and not exists (select from lot x
      where (x.owner_cd, x.stock_cd, x.lot_no, x.mark, x.plot, x.received_dt)
          = (l.owner_cd, l.stock_cd, w.lot_no, w.mark, w.plot, l.received_dt)
        and (x.made_dt, x.valid_dt) is not distinct from (l.made_dt, l.valid_dt)
        and x.lot_id <> l.lot_id)
    then w.plot else concat_ws(' ', nullif(w.plot, ''), '#' || l.lot_id) end
from (
  select h.*, row_number() over (partition by owner_cd, stock_cd, lot_no, mark, plot, made_dt,
    received_dt, valid_dt order by lot_id) rank
  from (select lot_id, owner_cd, stock_cd, half_width(lot_no) lot_no, half_width(mark) mark,
      half_width(plot) plot, made_dt, received_dt, valid_dt
    from lot where lot_no || mark || plot ~ '[\uFF01-\uFF5E\u3000]') h) w
where w.lot_id = l.lot_id;

insert into lot_hold (owner_cd, stock_cd, lot_no, from_dt, to_dt, reason, created_by, created_at,
  updated_by, updated_at)
select owner_cd, stock_cd, half_width(lot_no), from_dt, to_dt, reason, created_by, created_at,
  updated_by, updated_at
from lot_hold where lot_no ~ '[\uFF01-\uFF5E\u3000]'
on conflict (owner_cd, stock_cd, lot_no, from_dt) do nothing;
delete from lot_hold where lot_no ~ '[\uFF01-\uFF5E\u3000]';

alter table recall disable trigger recall_kept;
update recall r set lot_no = half_width(r.lot_no)
where r.state_cd = '20' and r.lot_no ~ '[\uFF01-\uFF5E\u3000]'
  and not exists (select from recall o where o.recall_no <> r.recall_no and o.state_cd = '20'
    and (o.owner_cd, o.stock_cd, upper(half_width(o.lot_no)))
      = (r.owner_cd, r.stock_cd, upper(half_width(r.lot_no)))
    and (o.lot_no !~ '[\uFF01-\uFF5E\u3000]' or o.recall_no < r.recall_no));
alter table recall enable trigger recall_kept;

update shipment_line l set lot_no = half_width(l.lot_no), mark = half_width(l.mark)
from shipment s where s.shipment_no = l.shipment_no and s.shipped_at is null
  and concat(l.lot_no, l.mark) ~ '[\uFF01-\uFF5E\u3000]';
update receipt_line l set lot_no = half_width(l.lot_no), mark = half_width(l.mark),
  plot = half_width(l.plot)
from receipt r where r.receipt_no = l.receipt_no and r.state_cd not in ('30', '90')
  and concat(l.lot_no, l.mark, l.plot) ~ '[\uFF01-\uFF5E\u3000]';
