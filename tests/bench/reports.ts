import sql from 'sql-template-tag'
import { addDays, momentAt } from '#kernel/calendar.ts'
import type { Database } from '#server/db/database.ts'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { figure, type Figure } from './machine.ts'
import { TimedUser } from './timed-user.ts'

const owners = 20

/**
 * Closed days of a warehouse up to yesterday, as the night would have written them, and movements of
 * today: every item lies there every day, one in seven of them moves on it. Reports read nothing
 * else of the past, so the ledger behind it is left out.
 */
async function fill(db: Database, items: number, days: number): Promise<void> {
  const today = momentAt(Date.now()).slice(0, 8)
  await db.transaction(async (tx) => {
    await tx.script('set local statement_timeout = 0; set local session_replication_role = replica')
    await tx.script(`
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'BENCH', 'Bench');
      insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'BENCH-1', 'BENCH');
      insert into owner (owner_cd, owner_nm)
        select 'BN' || to_char(n, 'fm00'), 'Owner ' || n from generate_series(0, ${owners - 1}) n;
      insert into stock (owner_cd, stock_cd, stock_nm, cbm)
        select 'BN' || to_char(n % ${owners}, 'fm00'), 'IT' || to_char(n, 'fm00000'), 'Item ' || n,
          0.001
        from generate_series(0, ${items - 1}) n;
      insert into stock_measure (owner_cd, stock_cd, from_dt, cbm, weight_kg, changed_by)
        select owner_cd, stock_cd, '0001-01-01', cbm, weight_kg, 'admin' from stock
        on conflict do nothing;
      insert into lot (owner_cd, stock_cd, received_dt)
        select owner_cd, stock_cd, '2026-01-01' from stock where owner_cd like 'BN%';
      delete from flow_owner_day; delete from flow_day; delete from stock_day;
      delete from ledger_day;
      insert into ledger_day (stock_dt, movement_count)
        select '${today}'::date - n, 0 from generate_series(1, ${days}) n;
      insert into flow_day
        select d.stock_dt, 'W01', s.owner_cd, s.stock_cd, 100, case when moves then 10 else 0 end,
          case when moves then 10 else 0 end, 0, 0, 100, 0, 0.1, 0,
          case when moves then 1 else 0 end, case when moves then 1 else 0 end
        from ledger_day d
        cross join (select *, row_number() over () place from stock where owner_cd like 'BN%') s
        cross join lateral (select (s.place + (d.stock_dt - date '2026-01-01')) % 7 = 0 moves) m;
      insert into flow_owner_day
        select stock_dt, wcode, owner_cd, 'EA', sum(open_qty), sum(receipt_qty), sum(shipment_qty),
          0, 0, sum(qty), 0, sum(cbm), 0, sum(receipt_lines), sum(shipment_lines), 10, 10, count(*)
        from flow_day group by stock_dt, wcode, owner_cd;
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, qty)
        select 'W01', owner_cd, stock_cd, lot_id, 'BENCH-1', 100 from lot where owner_cd like 'BN%';
      insert into stock_movement (business_dt, wcode, owner_cd, stock_cd, movement_cd, doc_no,
        doc_line, from_place_cd, to_place_cd, to_balance_id, qty, idempotency_key, user_id)
        select current_date, 'W01', owner_cd, stock_cd, 'ADJUST', 'BN', 1, 'ADJUSTMENT', 'CELL',
          balance_id, 1, 'bench-fill', 'admin' from stock_balance where cell_cd = 'BENCH-1';`)
  })
  await db.script('vacuum analyze')
  const [rows] = await db.query<{ n: number }>(sql`select count(*) n from flow_day`)
  console.log(`  ${items} items over ${days} closed days: ${rows?.n} rows of flows`)
}

async function times(ask: () => Promise<{ ms: number }>, runs = 3): Promise<number[]> {
  await ask()
  const all: number[] = []
  for (let run = 0; run < runs; run += 1) all.push((await ask()).ms)
  return all
}

/** Reports of the ledger by day over a large PostgreSQL: their first pages as the screens ask. */
export async function measureReports(items: number, days: number): Promise<Figure[]> {
  process.env['STORE'] = 'postgres'
  const db = await testDatabase()
  const server = await startServer({ env: { DATABASE_URL: testDatabaseUrl(db) } })
  try {
    await fill(db, items, days)
    const user = await TimedUser.login(server.url)
    const today = momentAt(Date.now()).slice(0, 8)
    const month = `${addDays(today, -29)}~${today}`
    const year = `${addDays(today, 1 - days)}~${today}`
    const asked: readonly (readonly [string, number, Record<string, string>])[] = [
      ['billing/in-out-by-day', 300, { STOCK_DT: month }],
      ['billing/in-out-by-month', 300, { STOCK_DT: year }],
      ['reports/daily-summary', 300, { STOCK_DT: month }],
      ['reports/monthly-summary', 300, { STOCK_DT: year }],
      ['billing/stock-by-day', 300, { STOCK_DT: today }],
      ['billing/item-ledger-by-day', 300, { STOCK_DT: `${addDays(today, -6)}~${today}` }],
      ['billing/item-ledger-by-day', 300, { STOCK_DT: month, OWNER_CD: 'BN07' }],
      ['reports/stock-movements', 2000, { STOCK_DT: month }],
      ['billing/item-ledger-by-month', 2000, { STOCK_DT: month }],
      ['billing/room-by-month', 2000, { STOCK_DT: month }],
      ['billing/figure-by-day', 2000, { STOCK_DT: month, FIGURE_CD: 'SHIPMENT' }],
    ]
    const figures: Figure[] = []
    for (const [name, budget, search] of asked) {
      const all = await times(() => user.page(name, search, { FIRST: 0, ROWS: 100 }))
      const days = search['STOCK_DT'] === today ? 'a day' : (search['STOCK_DT'] ?? '')
      figures.push(figure(`${name} ${days} ${search['OWNER_CD'] ?? ''}`, budget, all))
    }
    return figures
  } finally {
    await server.discard()
    await db.close()
  }
}
