import { testSite } from '#tests/support/app.ts'
import { makeFigure, type Figure } from './machine.ts'

const faces = 10_000

/** One item per pick face, each with 5 pieces on it and 200 in reserve. */
const fill = `
  insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'BN', 'BN');
  insert into cell (wcode, cell_cd, zone_cd, pick_seq, role_cd, capacity_cbm)
    select 'W01', k || n, 'BN', n, case k when 'BF' then 'PICK' else 'RESERVE' end, 9
    from generate_series(1, ${faces}) n cross join (values ('BF'), ('BR')) k(k);
  insert into stock (owner_cd, stock_cd, stock_nm, box_qty, cbm)
    select 'HANBIT', 'BN-' || n, 'Bench ' || n, 24, 0.001 from generate_series(1, ${faces}) n;
  insert into pick_face (wcode, cell_cd, owner_cd, stock_cd, min_qty, max_qty)
    select 'W01', 'BF' || n, 'HANBIT', 'BN-' || n, 20, 100 from generate_series(1, ${faces}) n;
  insert into lot (owner_cd, stock_cd, received_dt, valid_dt)
    select 'HANBIT', 'BN-' || n, '2026-11-01', '2029-01-01' from generate_series(1, ${faces}) n;
  insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd)
    select 'W01', 'HANBIT', l.stock_cd, l.lot_id, k || substr(l.stock_cd, 4)
    from lot l cross join (values ('BF'), ('BR')) k(k) where l.stock_cd like 'BN-%';
  insert into stock_movement (business_dt, wcode, owner_cd, stock_cd, movement_cd, doc_no, doc_line,
      from_place_cd, to_place_cd, to_balance_id, qty, idempotency_key, user_id)
    select current_date, 'W01', 'HANBIT', b.stock_cd, 'ADJUST', 'BN', 1, 'ADJUSTMENT', 'CELL',
      b.balance_id, case when b.cell_cd like 'BF%' then 5 else 200 end, 'bench-fill', 'admin'
    from stock_balance b where b.stock_cd like 'BN-%';`

/**
 * Measures the plan of 10,000 pick faces on PostgreSQL: as a preview, when created and when created
 * again.
 */
export async function measureReplenish(): Promise<Figure[]> {
  process.env['STORE'] = 'postgres'
  const site = await testSite()
  try {
    await site.db.script(`set statement_timeout = 0; ${fill} analyze`)
    const user = await site.login('admin')
    const rows = Array.from({ length: faces }, (_, index) => ({
      CELL_CD: `BF${index + 1}`,
      OWNER_CD: 'HANBIT',
      STOCK_CD: `BN-${index + 1}`,
    }))
    const timeCall = async (ask: () => Promise<{ status: number }>) => {
      const started = performance.now()
      const { status } = await ask()
      if (status !== 200) throw new Error(`replenish: ${status}`)
      return performance.now() - started
    }
    const body = { SEARCH: {}, WINDOW: { FIRST: 0, ROWS: 100 } }
    const timePlan = () => timeCall(() => user.call('/api/wms/inventory/replenish-plan', body))
    const timeSave = () => timeCall(() => user.save('inventory/plan-replenishment', rows))
    return [
      makeFigure('10,000 pick faces shown', 2000, [
        await timePlan(),
        await timePlan(),
        await timePlan(),
      ]),
      makeFigure('… planned', 2000, [await timeSave()]),
      makeFigure('… planned again', 2000, [await timeSave(), await timeSave()]),
    ]
  } finally {
    await site.close()
  }
}
