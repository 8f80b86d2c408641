import sql, { raw } from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { makeFigure, type Figure } from './machine.ts'
import { measureStockScreen } from './stock-screen.ts'
import { TimedUser } from './timed-user.ts'

export const owners = 20
const itemsEach = 2_500
const cells = 20_000
const movementsEach = 10
const chunk = 100_000

/**
 * Fills a warehouse with many years of history in bulk: `balances` balances with ten movements each
 * that add up to them. Bypasses triggers as restoring a backup does and writes the state they would
 * have left. Throws if a sum is wrong afterwards.
 */
export async function fillBalances(db: Database, balances: number): Promise<void> {
  const run = (text: string) =>
    db.transaction(async (tx) => {
      await tx.script(
        'set local statement_timeout = 0; set local session_replication_role = replica',
      )
      await tx.script('set local idle_in_transaction_session_timeout = 0')
      await tx.script(text)
    })
  await run(`
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'BENCH', 'Bench');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq)
      select 'W01', 'BN-' || to_char(n, 'fm00000'), 'BENCH', n from generate_series(1, ${cells}) n;
    insert into owner (owner_cd, owner_nm)
      select 'BN' || to_char(n, 'fm00'), 'Owner ' || n from generate_series(1, ${owners}) n;
    insert into stock (owner_cd, stock_cd, stock_nm, cbm)
      select 'BN' || to_char(o, 'fm00'), 'IT' || to_char(n, 'fm00000'), 'Item ' || n, 0.001
      from generate_series(1, ${owners}) o, generate_series(1, ${itemsEach}) n;
    insert into lot (owner_cd, stock_cd, received_dt, valid_dt)
      select owner_cd, stock_cd, '2026-01-01'::date + d, '2027-01-01'::date + d * 30
      from stock, generate_series(0, 3) d where owner_cd like 'BN%';`)
  const indexes = await db.query<{ name: string; made: string }>(sql`
    select indexname as name, indexdef as made from pg_indexes where tablename = 'stock_movement'
      and indexname not in (select conname from pg_constraint)`)
  await run(indexes.map(({ name }) => `drop index ${name};`).join(''))
  // Each lot is in twenty cells: balance n belongs to lot n modulo lots.
  await run(`create table bench_lot as select row_number() over (order by lot_id) - 1 place, lot_id,
      owner_cd, stock_cd from lot where owner_cd like 'BN%'; create index on bench_lot (place);`)
  const lots = owners * itemsEach * 4
  for (let from = 0; from < balances; from += chunk) {
    const until = Math.min(from + chunk, balances)
    const [before] = await db.query<{ last: number }>(sql`
      select max(balance_id) as last from stock_balance`)
    await run(`
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, qty)
        select 'W01', l.owner_cd, l.stock_cd, l.lot_id,
          'BN-' || to_char(1 + (n * 7) % ${cells}, 'fm00000'), 'P' || n,
          (${movementsEach - 2}) * (1 + n % 9)
        from generate_series(${from}, ${until - 1}) n join bench_lot l on l.place = n % ${lots};`)
    // Nine movements in and one out, a day apart.
    await run(`
      insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd, movement_cd,
        doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty,
        idempotency_key, user_id)
      select '2026-01-01'::timestamptz + k * interval '1 day', '2026-01-01'::date + k, 'W01',
        b.owner_cd, b.stock_cd, 'ADJUST', 'BN-' || k, 1,
        case when k = 9 then 'CELL' else 'ADJUSTMENT' end, case when k = 9 then b.balance_id end,
        case when k = 9 then 'ADJUSTMENT' else 'CELL' end, case when k < 9 then b.balance_id end,
        b.qty / ${movementsEach - 2}, 'bench-fill', 'admin'
      from stock_balance b, generate_series(0, ${movementsEach - 1}) k
      where b.balance_id > ${before?.last ?? 0};`)
  }
  await run(indexes.map(({ made }) => `${made};`).join(''))
  await vacuum(db)
  const [sums] = await db.query<{ wrong: number; movements: number }>(sql`
    select (select count(*) from stock_movement) movements, (select count(*) from (
      select balance_id, sum(qty) qty from (
        select to_balance_id balance_id, qty from stock_movement where to_balance_id is not null
        union all select from_balance_id, -qty from stock_movement
          where from_balance_id is not null) e group by 1) m
      full join stock_balance b using (balance_id)
      where coalesce(m.qty, 0) <> coalesce(b.qty, 0)) wrong`)
  if (sums?.wrong !== 0) throw new Error(`${sums?.wrong} balances are not their movements`)
  console.log(`  ${balances} balances over ${sums.movements} movements`)
}

/** Retries if autovacuum is processing one of the tables. */
export async function vacuum(db: Database, tries = 10): Promise<void> {
  try {
    await db.script('vacuum analyze')
  } catch (error) {
    if (tries === 0) throw error
    await vacuum(db, tries - 1)
  }
}

async function measureTimes(ask: () => Promise<number>, runs = 20): Promise<number[]> {
  await ask()
  const all: number[] = []
  for (let run = 0; run < runs; run += 1) all.push(await ask())
  return all
}

export async function measureStockList(balances: number): Promise<Figure[]> {
  process.env['STORE'] = 'postgres'
  const kept = process.env['BENCH_DATABASE_URL']
  const db = kept ? await openDatabase({ url: kept }) : await testDatabase()
  const server = await startServer({ env: { DATABASE_URL: kept ?? testDatabaseUrl(db) } })
  try {
    const [there] = await db.query<{ n: number }>(sql`
      select count(*) n from owner where owner_cd = ${raw(`'BN01'`)}`)
    if (there?.n === 0) await fillBalances(db, balances)
    const user = await TimedUser.login(server.url)
    const page = { FIRST: 0, ROWS: 100 }
    const requests: readonly (readonly [string, string, Record<string, string>])[] = [
      ['stock list, everything', 'inventory/by-lot', {}],
      ['stock list of an owner', 'inventory/by-lot', { OWNER_CD: 'BN07' }],
      ['stock list of an item', 'inventory/by-lot', { OWNER_CD: 'BN07', STOCK_CD: 'IT00100' }],
      ['stock list of a cell', 'inventory/by-lot', { CELL_CD: 'BN-00701' }],
      ['stock to work on, everything', 'inventory/stock-to-work', {}],
      ['history of an item', 'inventory/movements', { OWNER_CD: 'BN07', STOCK_CD: 'IT00100' }],
    ]
    const figures: Figure[] = []
    for (const [title, name, search] of requests) {
      const rows = await measureTimes(async () => (await user.page(name, search, page)).ms)
      figures.push(makeFigure(`${title}: first 100 rows`, 150, rows))
    }
    return [...figures, ...(await measureStockScreen(server.url))]
  } finally {
    await server.discard()
    await db.close()
  }
}
