insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('DELIVERY_ORDER', '화물인도지시서 번호', 'DO-', 'YYYYMMDD', 4);

-- Arrival notices mailed to the notify party or consignee of an import bill.
create table arrival_notice (
  notice_id bigint generated always as identity primary key,
  bill_id text not null references bill,
  mail_to text not null check (mail_to <> ''),
  created_by text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index arrival_notice_bill on arrival_notice (bill_id);

-- Orders to hand over the cargo of an import bill. A bill has one at a time.
create table delivery_order (
  do_no text primary key,
  wcode text not null,
  bill_id text not null references bill,
  state_cd text not null default 'ISSUED' check (state_cd in ('ISSUED', 'WITHDRAWN')),
  receiver_cd text not null references customer,
  original_cd text not null check (original_cd in ('ORIGINAL', 'SURRENDER', 'WAYBILL')),
  cargo_no text,
  valid_dt date not null,
  unpaid_reason text check (unpaid_reason <> ''),
  remark text,
  issued_by text not null,
  issued_at timestamptz not null default now(),
  withdraw_reason text,
  withdrawn_by text,
  withdrawn_at timestamptz,
  version integer not null default 1,
  constraint delivery_order_withdrawn check (case state_cd when 'ISSUED'
    then num_nonnulls(withdraw_reason, withdrawn_by, withdrawn_at) = 0
    else num_nulls(withdraw_reason, withdrawn_by, withdrawn_at) = 0 end)
);
create unique index delivery_order_once on delivery_order (bill_id) where state_cd = 'ISSUED';
create index delivery_order_bill on delivery_order (bill_id);
create index delivery_order_start on delivery_order (do_no collate "C");

-- An order is of a confirmed bill, and changes only by being withdrawn.
create function keep_delivery_order() returns trigger language plpgsql as $$
declare
  steps constant text[] := array['state_cd', 'withdraw_reason', 'withdrawn_by', 'withdrawn_at',
    'version'];
begin
  if tg_op = 'INSERT' then
    perform from bill where bill_id = new.bill_id and wcode = new.wcode and state_cd = 'CONFIRMED'
      for share;
    if not found then
      raise exception 'bill % is not confirmed', new.bill_id
        using errcode = '23514', constraint = 'delivery_order_bill', table = 'delivery_order';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.state_cd = 'WITHDRAWN'
    or to_jsonb(new) - steps <> to_jsonb(old) - steps then
    raise exception 'delivery order % is final', old.do_no
      using errcode = '23514', constraint = 'delivery_order_fixed', table = 'delivery_order';
  end if;
  return new;
end $$;
create trigger delivery_order_kept before insert or update or delete on delivery_order
  for each row execute function keep_delivery_order();

-- The receiver holds an order over the confirmed content: withdraw it before the bill changes.
create function keep_delivered_bill() returns trigger language plpgsql as $$
begin
  if exists (select from delivery_order where bill_id = old.bill_id and state_cd = 'ISSUED') then
    raise exception 'bill % has a delivery order', old.bill_id
      using errcode = '23514', constraint = 'bill_delivered', table = 'bill';
  end if;
  return new;
end $$;
create trigger bill_delivered before update of state_cd on bill for each row
  when (old.state_cd = 'CONFIRMED' and new.state_cd <> 'CONFIRMED')
  execute function keep_delivered_bill();

-- What payers still owe for a booking: invoices as far as they are unpaid, and unbilled charges
-- before tax. A merged payer owes under the remaining code.
create function freight_unpaid(booking text, payers text[])
returns table (currency_cd text, amount numeric) language sql stable as $$
  with codes as (
    select coalesce(merged_to_cd, customer_cd) code from customer where customer_cd = any(payers))
  select o.currency_cd, sum(o.amount) from (
    select i.currency_cd, i.total_amt - i.paid_amt amount from invoice i
    where i.booking_id = booking and i.state_cd <> '90' and i.total_amt > i.paid_amt
      and i.payer_cd in (select code from codes)
    union all
    select c.currency_cd, c.amount from freight_charge c join customer p on p.customer_cd = c.payer_cd
    where c.booking_id = booking and c.side_cd = 'SELL'
      and freight_billed_qty(c.booking_id, c.line_no) = 0
      and coalesce(p.merged_to_cd, p.customer_cd) in (select code from codes)) o
  group by 1 having sum(o.amount) > 0
$$;
