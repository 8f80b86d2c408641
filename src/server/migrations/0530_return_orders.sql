-- A return is a receipt of kind RETURN. Its own facts are kept beside it under the same number.
create table return_order (
  receipt_no text primary key references receipt,
  return_kind_cd text not null default 'RETURN'
    check (return_kind_cd in ('RETURN', 'EXCHANGE', 'REFUSED', 'REPAIR', 'BLIND')),
  reason_cd text,
  payer_cd text,
  origin_waybill_no text,
  collect_waybill_no text,
  rejected_yn text not null default 'N' check (rejected_yn in ('Y', 'N'))
);
create index return_order_collect on return_order (collect_waybill_no)
  where collect_waybill_no is not null;
create index return_order_origin on return_order (origin_waybill_no)
  where origin_waybill_no is not null;

alter table receipt_line add serial_no text,
  add constraint receipt_line_serial check (serial_no is null
    or (serial_no = upper(serial_no) and order_qty = 1));

insert into return_order (receipt_no, return_kind_cd)
select receipt_no, case blind_yn when 'Y' then 'BLIND' else 'RETURN' end
from receipt where order_kind_cd = 'RETURN';

-- Uploads, messages and receipt screens register returns too.
create function keep_return_order() returns trigger language plpgsql as $$
begin
  insert into return_order (receipt_no, return_kind_cd)
  values (new.receipt_no, case new.blind_yn when 'Y' then 'BLIND' else 'RETURN' end)
  on conflict (receipt_no) do update set return_kind_cd = excluded.return_kind_cd
    where (return_order.return_kind_cd = 'BLIND') <> (excluded.return_kind_cd = 'BLIND');
  return null;
end $$;
create trigger receipt_return_order after insert or update of order_kind_cd, blind_yn on receipt
  for each row when (new.order_kind_cd = 'RETURN') execute function keep_return_order();

create function return_state(r receipt, o return_order) returns text language sql immutable as $$
  select case
    when r.state_cd = '90' and o.rejected_yn = 'Y' then '80'
    else r.state_cd end
$$;
