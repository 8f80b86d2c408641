-- Kind of an invoice line. A line of work or storage is its quantity times its price. Free quantities,
-- surcharges, limits and re-rated differences are lines of their own. Null: a line from before.
alter table invoice_line add kind_cd text
  constraint invoice_line_kind check (kind_cd in ('WORK', 'FREE', 'RAISED', 'CASE_LEAST', 'CASE_MOST',
    'LEAST', 'MOST', 'RERATE'));

-- Per cent added to a price, as `charge_amount` adds it.
create function surcharge_rate(p price_line, temperature text, bonded text, months integer)
returns numeric language sql immutable as $$
  select case temperature when 'COOL' then p.cool_rate when 'FROZEN' then p.frozen_rate else 0 end
    + case when bonded = 'BONDED' then p.bonded_rate else 0 end
    + case when p.over_months <= months then p.over_rate else 0 end
$$;
