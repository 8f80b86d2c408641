import sql from 'sql-template-tag'
import { chargeStorage } from '#areas/billing/server/charge-worker.ts'
import { postWork } from '#areas/billing/server/post-charges.ts'
import { selectWorkTargets } from '#areas/billing/server/work-targets.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { addPrices } from '#tests/support/billing.ts'

export const owners = 20
const balancesEach = 1_000
const passes = 50
export const month = '202610'
const days = 31

const docLines = 20

/** Ten charges: five for work, one for storage, and four that do not occur in this month. */
export const card = [
  { price_cd: 'B-IN', charge_cd: 'IN', unit_cd: 'EA', unit_price: 15 },
  { price_cd: 'B-UNLOAD', charge_cd: 'UNLOAD', unit_cd: 'CBM', per_cd: 'DOC', unit_price: 4_000 },
  {
    price_cd: 'B-OUT',
    charge_cd: 'OUT',
    unit_cd: 'EA',
    per_cd: 'DOC',
    tier_cd: 'GRADUATED',
    tiers: '0:1300, 1:200',
    max_amt: 3_000,
  },
  { price_cd: 'B-PICK', charge_cd: 'PICK', unit_cd: 'LINE', unit_price: 120 },
  { price_cd: 'B-LOAD', charge_cd: 'LOAD', unit_cd: 'DOC', unit_price: 2_500 },
  { price_cd: 'B-INSPECT', charge_cd: 'INSPECT', unit_cd: 'LINE', per_cd: 'DOC', unit_price: 80 },
  { price_cd: 'B-PACK', charge_cd: 'PACK', unit_cd: 'DOC', unit_price: 700 },
  { price_cd: 'B-LABEL', charge_cd: 'LABEL', unit_cd: 'EA', unit_price: 30 },
  { price_cd: 'B-COUNT', charge_cd: 'COUNT', unit_cd: 'LINE', unit_price: 50 },
].map((line) => ({ basis_cd: 'WORK', ...line, from_dt: '20261001' }))

export const storage = {
  price_cd: 'B-STORE',
  charge_cd: 'STORE',
  basis_cd: 'DAY_END',
  unit_cd: 'CBM',
  unit_price: 568,
  min_amt: 20,
  month_min_amt: 300_000,
  from_dt: '20261001',
} as const

async function run(db: Database, text: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.script('set local statement_timeout = 0; set local session_replication_role = replica')
    await tx.script('set local idle_in_transaction_session_timeout = 0')
    await tx.script(text)
  })
}

/**
 * Fills a month of a busy warehouse, in the state its triggers would have left. The stock of 20,000
 * balances moves in and out in a million sealed movements. Documents have twenty lines, and 31 days
 * are closed.
 */
export async function fillMonth(db: Database): Promise<void> {
  await run(
    db,
    `
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'BENCH', 'Bench');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq)
      select 'W01', 'BN-' || to_char(n, 'fm0000'), 'BENCH', n from generate_series(0, 3999) n;
    insert into owner (owner_cd, owner_nm)
      select 'BN' || to_char(n, 'fm00'), 'Owner ' || n from generate_series(0, ${owners - 1}) n;
    insert into stock (owner_cd, stock_cd, stock_nm, cbm)
      select 'BN' || to_char(o, 'fm00'), 'IT' || to_char(n, 'fm0000'), 'Item ' || n, 0.01 + n % 7 * 0.003
      from generate_series(0, ${owners - 1}) o, generate_series(0, ${balancesEach - 1}) n;
    insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, changed_by)
      select owner_cd, stock_cd, '0001-01-01', cbm, weight_kg, 'admin' from stock
      on conflict do nothing;
    insert into lot (owner_cd, stock_cd, received_dt)
      select owner_cd, stock_cd, '2026-10-01' from stock where owner_cd like 'BN%';
    insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd)
      select 'W01', owner_cd, stock_cd, lot_id,
        'BN-' || to_char((row_number() over (order by owner_cd, stock_cd) - 1) % 4000, 'fm0000')
      from lot where owner_cd like 'BN%' order by owner_cd, stock_cd;
    create temporary table place on commit drop as
      select balance_id, owner_cd, stock_cd,
        row_number() over (order by owner_cd, stock_cd) - 1 n
      from stock_balance where owner_cd like 'BN%';
    insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd, movement_cd,
        doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty,
        idempotency_key, user_id)
      select (date '2026-10-01' + d.day)::timestamp at time zone 'Asia/Seoul'
          + interval '9 hours' + p.n * interval '1 second',
        date '2026-10-01' + d.day, 'W01', p.owner_cd, p.stock_cd,
        case when comes then 'RECEIPT' else 'SHIPMENT' end,
        case when comes then 'RC-B' else 'SH-B' end || pass || '-' || p.n / ${docLines},
        p.n % ${docLines} + 1, case when comes then 'SUPPLIER' else 'CELL' end,
        case when comes then null else p.balance_id end,
        case when comes then 'CELL' else 'CUSTOMER' end,
        case when comes then p.balance_id end, case when comes then 10 + p.n % 5 else 9 end,
        'bench-fill', 'admin'
      from generate_series(0, ${passes - 1}) pass
      cross join lateral (select pass * ${days} / ${passes} as day, pass % 2 = 0 comes) d
      cross join place p order by pass, p.n;
    delete from ledger_queue;
    insert into ledger_seal (seal_no, movement_no, hash)
      select row_number() over (order by movement_no), movement_no, sha256('bench')
      from stock_movement;
    update ledger_head set seal_no = (select max(seal_no) from ledger_seal), hash = sha256('bench');
    insert into ledger_day (stock_dt, movement_count)
      select d, 0 from generate_series(date '2026-10-01', date '2026-10-31', interval '1 day') d;
    insert into stock_day (balance_id, stock_dt, in_qty, out_qty, qty)
      select balance_id, business_dt, sum(came), sum(went),
        sum(sum(came - went)) over (partition by balance_id order by business_dt)
      from (select coalesce(to_balance_id, from_balance_id) balance_id, business_dt,
          case when to_balance_id is null then 0 else qty end came,
          case when to_balance_id is null then qty else 0 end went
        from stock_movement) e group by 1, 2;
    update stock_balance b set qty = d.qty from (select distinct on (balance_id) balance_id, qty
      from stock_day order by balance_id, stock_dt desc) d where d.balance_id = b.balance_id;`,
  )
  await addPrices(db, ...card, storage)
  await db.script('vacuum analyze')
  await chargeDocuments(db)
  const [found] = await db.query<{ movements: number; balances: number }>(sql`
    select (select count(*) from stock_movement) movements,
      (select count(*) from stock_balance) balances`)
  console.log(`  ${found?.movements} movements, ${found?.balances} balances, ${days} closed days`)
}

/** Movements and days that are left uncharged to measure the charge worker. */
const leftMovements = 20_000
const leftDays = 1
const chunk = 98_000

/**
 * Charges all other movements with the worker's own statements, but in large batches. Skips foreign
 * key checks, as restoring a backup does.
 */
async function chargeDocuments(db: Database): Promise<void> {
  const most = 1_000_000 - leftMovements
  const runAndRollBack = async (work: (tx: Transaction) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.script('set local statement_timeout = 0')
      await tx.script('set local session_replication_role = replica')
      await work(tx)
    })
  for (let from = 0; from < most; from += chunk) {
    const touched = sql`
      select distinct m.movement_cd cause_cd, m.doc_no from ledger_seal s
      join stock_movement m using (movement_no)
      where s.seal_no > ${from}::bigint and s.seal_no <= ${from + chunk}::bigint`
    await runAndRollBack((tx) => postWork(tx, touched, selectWorkTargets()))
  }
  for (let day = 1; day <= days - leftDays; day += 1) {
    await runAndRollBack((tx) => chargeStorage(tx, `202610${String(day).padStart(2, '0')}`))
  }
  await runAndRollBack((tx) =>
    tx.script(`insert into charge_sum
      select wcode, owner_cd, bill_month, charge_cd, coalesce(of_month, ''), coalesce(price_id, 0),
        unit_cd, vat_cd, currency_cd, count(*), sum(qty), sum(amount)
      from charge group by 1, 2, 3, 4, 5, 6, 7, 8, 9`),
  )
  await db.execute(sql`update charge_follow set seal_no = ${most},
    stock_dt = ${`202610${days - leftDays}`}::date`)
  await db.script('vacuum analyze')
}
