import type { Database } from '#server/db/database.ts'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { makeFigure, type Figure } from './machine.ts'
import { vacuum } from './stock-list.ts'
import { TimedUser } from './timed-user.ts'

const cells = 20_000
const items = 5_000
const pallets = 5_000
const proposals = 200

/**
 * Fills 20,000 cells of 1 CBM in twenty zones: nine in ten with two pallets, almost full, the rest
 * empty. 5,000 pallets of 0.4 CBM wait at a dock.
 */
async function fill(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.script('set local statement_timeout = 0; set local session_replication_role = replica')
    await tx.script(`
      insert into zone (wcode, zone_cd, zone_nm, pick_seq)
        select 'W01', 'PB' || n, 'Bench ' || n, n from generate_series(1, 20) n;
      insert into cell (wcode, cell_cd, zone_cd, pick_seq, capacity_cbm, max_kg, max_plt)
        select 'W01', 'PB-' || to_char(n, 'fm00000'), 'PB' || (1 + n / 1001), n, 1, 1000, 4
        from generate_series(1, ${cells}) n;
      insert into cell (wcode, cell_cd, zone_cd, cell_type_cd) values ('W01', 'PB-DOCK', 'PB1', 'DOCK');
      insert into owner (owner_cd, owner_nm)
        select 'PB' || n, 'Owner ' || n from generate_series(0, 9) n;
      insert into stock (owner_cd, stock_cd, stock_nm, cbm, weight_kg)
        select 'PB' || n % 10, 'PB' || to_char(n, 'fm00000'), 'Item ' || n, 0.004, 1
        from generate_series(1, ${items}) n;
      insert into lot (owner_cd, stock_cd, received_dt)
        select owner_cd, stock_cd, '2026-01-01'::date + d
        from stock, generate_series(0, 3) d where stock_cd like 'PB%';
      create temp table bench_lot on commit drop as
        select row_number() over (order by lot_id) - 1 place, lot_id, owner_cd, stock_cd
        from lot where stock_cd like 'PB%';
      create index on bench_lot (place);
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, qty)
        select 'W01', l.owner_cd, l.stock_cd, l.lot_id, 'PB-' || to_char(c, 'fm00000'),
          'PBS-' || c || '-' || k, 100
        from generate_series(1, ${cells}) c cross join generate_series(1, 2) k
        join bench_lot l on l.place = (c * 3 + k * 7919) % ${items * 4}
        where c % 10 <> 0;
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, qty)
        select 'W01', l.owner_cd, l.stock_cd, l.lot_id, 'PB-DOCK', 'PBW-' || n, 100
        from generate_series(1, ${pallets}) n join bench_lot l on l.place = n * 4 - 1;`)
  })
  await vacuum(db)
}

/** Measures the proposals for single scanned pallets, and the first page of all waiting stock. */
export async function measurePutAway(): Promise<Figure[]> {
  process.env['STORE'] = 'postgres'
  const db = await testDatabase()
  const server = await startServer({ env: { DATABASE_URL: testDatabaseUrl(db) } })
  try {
    await fill(db)
    const user = await TimedUser.login(server.url)
    const timeQuery = async (PALLET_NO: string) => {
      const { rows, ms } = await user.query('inventory/put-away-stock', { PALLET_NO })
      if (!rows[0]?.['PUT_CELL_CD']) throw new Error(`no cell for ${PALLET_NO}`)
      return ms
    }
    await timeQuery('PBW-1')
    const times: number[] = []
    for (let n = 1; n <= proposals; n += 1) times.push(await timeQuery(`PBW-${n * 20}`))
    const sorted = times.toSorted((a, b) => a - b)
    const first = await user.page('inventory/put-away-stock', {}, { FIRST: 0, ROWS: 100 })
    return [
      makeFigure('put-away: proposal for a pallet', 100, times),
      makeFigure(
        'put-away: proposal, p95',
        100,
        sorted.slice(Math.floor(proposals * 0.95)).slice(0, 1),
      ),
      makeFigure('put-away: first 100 of 5,000 waiting', 3000, [first.ms]),
    ]
  } finally {
    await server.discard()
    await db.close()
  }
}
