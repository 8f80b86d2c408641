import sql, { raw } from 'sql-template-tag'
import { addDays } from '#kernel/calendar.ts'
import type { Database } from '#server/db/database.ts'
import { fillBalances, owners, vacuum } from './stock-list.ts'

/** Days with documents up to today. All but the last are closed. */
const days = 62
const receiptsADay = 200
const receiptLines = 20
const shipmentsADay = 1_600
const shipmentLines = 5

/** Documents of the bench's owners in turn. Each line has its own item in a cell. */
const lineSource = (documents: number, linesEach: number, step: number, many: number): string => `
  from generate_series(0, ${documents * days - 1}) n
  cross join lateral (select n / ${documents} as day, 'BN' || to_char(1 + n % 20, 'fm00') owner) d
  cross join generate_series(1, ${linesEach}) line
  join bench_place p on p.owner_cd = d.owner
    and p.place = ((n / 20) * ${linesEach} + line) * ${step} % ${many} + 1`

const getDay = (today: string): string => `(date '${today}' - (${days - 1} - day))`

function insertDocuments(today: string, many: number): readonly string[] {
  const day = getDay(today)
  const isDone = `day < ${days - 1}`
  const at = `(${day})::timestamp at time zone 'Asia/Seoul' + interval '9 hours'
    + (n % 30000) * interval '1 second'`
  const movement = `insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd,
    movement_cd, doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty,
    idempotency_key, user_id)`
  return [
    `create table bench_place as select balance_id, owner_cd, stock_cd, cell_cd, lot_id,
       row_number() over (partition by owner_cd order by balance_id) place
     from stock_balance where owner_cd like 'BN%';
     create index on bench_place (owner_cd, place);
     insert into supplier (owner_cd, supplier_cd, supplier_nm)
       select owner_cd, 'S' || n, 'Supplier ' || n from owner, generate_series(0, 9) n
       where owner_cd like 'BN%';
     insert into ship_to (owner_cd, ship_to_cd, ship_to_nm)
       select owner_cd, 'T' || n, 'Shop ' || n from owner, generate_series(0, 99) n
       where owner_cd like 'BN%';
     analyze bench_place;`,
    `insert into receipt (receipt_no, wcode, owner_cd, supplier_cd, receipt_dt, state_cd)
       select 'RC-B' || n, 'W01', 'BN' || to_char(1 + n % 20, 'fm00'), 'S' || n % 10, ${day},
         case when ${isDone} then '30' else '10' end
       from generate_series(0, ${receiptsADay * days - 1}) n
       cross join lateral (select n / ${receiptsADay} as day) d;
     insert into receipt_line (receipt_no, line_no, owner_cd, stock_cd, order_qty, receive_qty,
         limit_qty, receive_dt)
       select 'RC-B' || n, line, owner, stock_cd, 2, case when ${isDone} then 1 else 0 end, 2,
         case when ${isDone} then ${day} end
       ${lineSource(receiptsADay, receiptLines, 7, many)};
     ${movement} select ${at}, ${day}, 'W01', owner, stock_cd, 'RECEIPT', 'RC-B' || n, line,
         'SUPPLIER', null, 'CELL', balance_id, 1, 'bench-fill', 'admin'
       ${lineSource(receiptsADay, receiptLines, 7, many)} where ${isDone} order by n;`,
    `insert into shipment (shipment_no, wcode, owner_cd, ship_to_cd, shipment_dt, state_cd, shipped_at)
       select 'SH-B' || n, 'W01', 'BN' || to_char(1 + n % 20, 'fm00'), 'T' || n % 100, ${day},
         case when ${isDone} then '60' else '10' end, case when ${isDone} then ${at} end
       from generate_series(0, ${shipmentsADay * days - 1}) n
       cross join lateral (select n / ${shipmentsADay} as day) d;
     insert into shipment_line (shipment_no, line_no, owner_cd, stock_cd, order_qty, alloc_qty,
         pick_qty, check_qty, ship_qty)
       select 'SH-B' || n, line, owner, stock_cd, 1, done, done, done, done
       from (select n, line, owner, stock_cd, case when ${isDone} then 1 else 0 end done
       ${lineSource(shipmentsADay, shipmentLines, 17, many)}) l;
     insert into allocation (shipment_no, line_no, balance_id, alloc_qty, ship_qty, created_by)
       select 'SH-B' || n, line, balance_id, 0, 1, 'admin'
       ${lineSource(shipmentsADay, shipmentLines, 17, many)} where ${isDone};
     ${movement} select ${at}, ${day}, 'W01', owner, stock_cd, 'SHIPMENT', 'SH-B' || n, line,
         'CELL', balance_id, 'CUSTOMER', null, 1, 'bench-fill', 'admin'
       ${lineSource(shipmentsADay, shipmentLines, 17, many)} where ${isDone} order by n;
     insert into pick_record (wcode, alloc_id, pick_qty, user_id, pick_dt, picked_at)
       select 'W01', a.alloc_id, 1, 'admin', h.shipment_dt, h.shipped_at - interval '1 hour'
       from allocation a join shipment h using (shipment_no) where shipment_no like 'SH-B%';
     insert into check_record (wcode, shipment_no, code, stock_cd, qty, user_id, check_dt,
         checked_at, idempotency_key)
       select 'W01', h.shipment_no, l.stock_cd, l.stock_cd, 1, 'admin', h.shipment_dt,
         h.shipped_at - interval '10 minutes', h.shipment_no || '-' || l.line_no
       from shipment h join shipment_line l using (shipment_no)
       where shipment_no like 'SH-B%' and h.state_cd = '60';`,
  ]
}

/** Closed days as the nightly job leaves them: per item, per owner, and per moved balance. */
function insertClosings(today: string): readonly string[] {
  const first = addDays(today, 1 - days)
  return [
    `insert into ledger_day (stock_dt, movement_count)
       select d, 0 from (select distinct business_dt d from stock_movement) m where d < '${today}'
       union select '${today}'::date - n, 0 from generate_series(1, ${days - 1}) n
       on conflict do nothing;
     insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, changed_by)
       select owner_cd, stock_cd, '0001-01-01', cbm, weight_kg, 'admin' from stock
       on conflict do nothing;`,
    `delete from stock_day;
     insert into stock_day (balance_id, stock_dt, in_qty, out_qty, qty)
       select balance_id, business_dt, sum(came), sum(went),
         sum(sum(came - went)) over (partition by balance_id order by business_dt)
       from (
         select to_balance_id balance_id, business_dt, qty came, 0 went from stock_movement
           where to_balance_id is not null
         union all select from_balance_id, business_dt, 0, qty from stock_movement
           where from_balance_id is not null) e
       where business_dt < '${today}' group by 1, 2;
     update stock_balance b set qty = d.qty from (
       select p.balance_id, (select qty from stock_day d where d.balance_id = p.balance_id
         order by stock_dt desc limit 1) qty from bench_place p) d
     where d.balance_id = b.balance_id and d.qty <> b.qty;`,
    `delete from flow_owner_day; delete from flow_day;
     insert into flow_day
       select day, 'W01', owner_cd, stock_cd, qty - came + went, came, went, 0, 0, qty, 0,
         round(qty * 0.001, 6), 0, came_lines, went_lines
       from (
         select d.day::date as day, i.owner_cd, i.stock_cd, coalesce(m.came, 0) came,
           coalesce(m.went, 0) went, coalesce(m.came_lines, 0) came_lines,
           coalesce(m.went_lines, 0) went_lines,
           i.qty + sum(coalesce(m.came, 0) - coalesce(m.went, 0)) over (
             partition by i.owner_cd, i.stock_cd order by d.day) qty
         from (select owner_cd, stock_cd, sum(case when to_balance_id is null then -qty else qty end)
             qty from stock_movement where business_dt < '${first}' and owner_cd like 'BN%'
             group by 1, 2) i
         cross join generate_series(timestamp '${first}', timestamp '${today}' - interval '1 day',
           interval '1 day') d(day)
         left join (select business_dt, owner_cd, stock_cd,
             sum(qty) filter (where to_balance_id is not null) came,
             sum(qty) filter (where to_balance_id is null) went,
             count(*) filter (where to_balance_id is not null)::integer came_lines,
             count(*) filter (where to_balance_id is null)::integer went_lines
           from stock_movement where business_dt >= '${first}' group by 1, 2, 3) m
           on m.business_dt = d.day::date and m.owner_cd = i.owner_cd and m.stock_cd = i.stock_cd) f;
     -- Nobody is billed for these days.
     update charge_follow set stock_dt = '${today}'::date - 1;
     insert into flow_owner_day
       select stock_dt, wcode, owner_cd, 'EA', sum(open_qty), sum(receipt_qty), sum(shipment_qty),
         0, 0, sum(qty), 0, sum(cbm), 0, sum(receipt_lines), sum(shipment_lines),
         ${receiptsADay / 20}, ${shipmentsADay / 20}, count(*)
       from flow_day group by stock_dt, wcode, owner_cd;`,
  ]
}

/**
 * Fills a busy warehouse: balances with ten old movements each, two months of documents with
 * movements, picks and scans, and all days closed up to yesterday. Bypasses triggers as restoring a
 * backup does, and writes the state they would have left.
 */
export async function fillReports(db: Database, balances: number, today: string): Promise<void> {
  await fillBalances(db, balances)
  for (const text of [...insertDocuments(today, balances / owners), ...insertClosings(today)]) {
    await db.transaction(async (tx) => {
      await tx.script(`set local statement_timeout = 0; set local work_mem = '512MB';
        set local session_replication_role = replica;
        set local idle_in_transaction_session_timeout = 0`)
      await tx.script(text)
    })
  }
  await vacuum(db)
  const counts = ['stock_balance', 'stock_movement', 'flow_day', 'shipment_line', 'receipt_line']
  for (const table of counts) {
    const [found] = await db.query<{ n: number }>(sql`select count(*) n from ${raw(table)}`)
    console.log(`  ${found?.n} rows of ${table}`)
  }
}
