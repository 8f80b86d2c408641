-- An order is written anew only where its state is another: thousands of documents that only moved
-- to another day rewrote every order they belong to, with all its indexes.
create or replace function refresh_scm_orders(numbers text[]) returns void language plpgsql as $$
begin
  perform 1 from scm_order where scm_no = any(numbers) order by scm_no for no key update;
  update scm_order_line l
    set accept_qty = n.accept_qty, done_qty = n.done_qty, begun_yn = n.begun_yn
  from (select x.scm_no, x.line_no, coalesce(sum(k.accept_qty), 0) accept_qty,
          coalesce(sum(k.done_qty), 0) done_qty,
          case when bool_or(k.begun) then 'Y' else 'N' end begun_yn
        from scm_order_line x left join scm_link_now k using (scm_no, line_no)
        where x.scm_no = any(numbers) group by 1, 2) n
  where l.scm_no = n.scm_no and l.line_no = n.line_no
    and (l.accept_qty, l.done_qty, l.begun_yn) <> (n.accept_qty, n.done_qty, n.begun_yn);
end $$;

-- Lines that changed, by hand or by their documents, are what a state is read off.
create or replace function touch_scm_order() returns trigger language plpgsql as $$
begin
  update scm_order o set state_cd = o.state_cd
  where o.scm_no in (select scm_no from changed) and o.state_cd <> scm_order_state(o);
  return null;
end $$;

-- Nothing else of an order says its state: where only its day moves, nothing is worked out.
drop trigger scm_order_state on scm_order;
create trigger scm_order_state before insert or update of state_cd, cancel_yn on scm_order
  for each row execute function keep_scm_order_state();

-- Of a document that only moved to another day, its order learns nothing. What its lines did comes
-- with the next change of the document, which touches no day.
create or replace function carry_receipt_to_scm() returns trigger language plpgsql as $$
declare
  numbers text[];
begin
  select array_agg(distinct k.scm_no) into numbers
    from changed c join was_rows w using (receipt_no) join scm_order_link k using (receipt_no)
    where c.receipt_dt = w.receipt_dt or c.state_cd <> w.state_cd;
  if numbers is not null then perform refresh_scm_orders(numbers); end if;
  return null;
end $$;
drop trigger receipt_carried_to_scm on receipt;
create trigger receipt_carried_to_scm after update on receipt
  referencing old table as was_rows new table as changed
  for each statement execute function carry_receipt_to_scm();

create or replace function carry_shipment_to_scm() returns trigger language plpgsql as $$
declare
  numbers text[];
begin
  select array_agg(distinct k.scm_no) into numbers
    from changed c join was_rows w using (shipment_no) join scm_order_link k using (shipment_no)
    where c.shipment_dt = w.shipment_dt or c.state_cd <> w.state_cd;
  if numbers is not null then perform refresh_scm_orders(numbers); end if;
  return null;
end $$;
drop trigger shipment_carried_to_scm on shipment;
create trigger shipment_carried_to_scm after update on shipment
  referencing old table as was_rows new table as changed
  for each statement execute function carry_shipment_to_scm();
