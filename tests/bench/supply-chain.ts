import sql from 'sql-template-tag'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Database } from '#server/db/database.ts'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { makeFigure, type Figure } from './machine.ts'
import { TimedUser } from './timed-user.ts'

const dated = 10_000
const cards = 5_000
const steps = 40

/**
 * Inserts orders for 1,000 items: those whose dates change, of which half are accepted later, and
 * those shown on the board.
 */
async function fill(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.script('set local statement_timeout = 0')
    await tx.script(`
      insert into owner (owner_cd, owner_nm) values ('BNSCM', 'Orders'), ('BNCARD', 'Cards');
      insert into ship_to (owner_cd, ship_to_cd, ship_to_nm, shelf_life_days)
        values ('BNSCM', 'BN', 'Ship-to', 30);
      insert into stock (owner_cd, stock_cd, stock_nm, valid_yn)
        select o, 'IT' || n, 'Item ' || n, 'Y'
        from unnest(array['BNSCM', 'BNCARD']) o, generate_series(0, 999) n;
      insert into lot (owner_cd, stock_cd, lot_no, received_dt, valid_dt)
        select 'BNSCM', 'IT' || n, 'L' || k, current_date - 30, current_date + 400 + k * 30
        from generate_series(0, 999) n, generate_series(1, 3) k;
      insert into scm_order (scm_no, wcode, kind_cd, owner_cd, ship_to_cd, request_dt)
        select 'SO-D-' || to_char(n, 'fm00000'), 'W01', 'OUT', 'BNSCM', 'BN', current_date + 30
        from generate_series(1, ${dated}) n;
      insert into scm_order (scm_no, wcode, kind_cd, owner_cd, request_dt)
        select 'SO-C-' || to_char(n, 'fm00000'), 'W01', 'OUT', 'BNCARD', current_date + 30
        from generate_series(1, ${cards}) n;
      insert into scm_order_line (scm_no, line_no, owner_cd, stock_cd, order_qty)
        select scm_no, k, owner_cd, 'IT' || (right(scm_no, 5)::int + k) % 1000, 5
        from scm_order, generate_series(1, 3) k where owner_cd in ('BNSCM', 'BNCARD');
      update scm_order set cancel_yn = 'Y' where scm_no like 'SO-C-00%';
      insert into stock_balance
        (wcode, owner_cd, stock_cd, lot_id, cell_cd, condition_cd, bonded_cd, pallet_no, box_no)
        select 'W01', owner_cd, stock_cd, lot_id, (select min(cell_cd) from cell where wcode = 'W01'),
          'NORMAL', 'FREE', '', '' from lot where owner_cd = 'BNSCM';
      insert into idempotency (user_id, idempotency_key, body_hash, answer)
        values ('admin', 'bench-goods', 'bench', '{}')`)
    // Gives each item stock of three lots, which date changes are checked against.
    await postMovements(
      { tx, userId: 'admin', idempotencyKey: 'bench-goods' },
      'COUNT',
      sql`select 1 no, wcode, owner_cd, stock_cd, 'ADJUST' movement_cd,
        'BENCH' doc_no, row_number() over () doc_line, 'ADJUSTMENT' from_place_cd,
        null::bigint from_balance_id, 'CELL' to_place_cd, balance_id to_balance_id,
        20::numeric qty, null reason, null::bigint reverses_no
        from stock_balance where owner_cd = 'BNSCM'`,
    )
  })
  await db.script('vacuum analyze')
}

/**
 * Measures 10,000 orders: listing, previewing new dates, saving them as one batch, and undoing it.
 */
async function measureDates(user: TimedUser): Promise<Figure[]> {
  const half = await user.query('supply-chain/orders', { SCM_NO: 'SO-D-0%' })
  const accepted = half.rows.slice(0, dated / 2).map(({ SCM_NO }) => ({ SCM_NO: SCM_NO ?? null }))
  await user.save('supply-chain/accept-orders', accepted)
  const listed: number[] = []
  const previewed: number[] = []
  const saved: number[] = []
  const undone: number[] = []
  for (let run = 0; run < 4; run += 1) {
    const list = await user.query('supply-chain/orders', { OWNER_CD: 'BNSCM' })
    const search = { OWNER_CD: 'BNSCM', KIND_CD: 'OUT', SHIFT_DAYS: '7', RULE_CD: 'WORKDAY' }
    const plan = await user.query('supply-chain/date-plan', search)
    if (plan.rows.length !== dated) throw new Error(`${plan.rows.length} orders are previewed`)
    const rows = plan.rows.map(({ SCM_NO, NEW_DT }): WireRow => ({
      SCM_NO: SCM_NO ?? null,
      NEW_DT: NEW_DT ?? null,
      REASON: 'bench',
    }))
    const save = await user.save('supply-chain/change-dates', rows)
    const BATCH_NO = save.answer.data.rows[0]?.['BATCH_NO'] ?? null
    const undo = await user.save('supply-chain/undo-dates', [{ BATCH_NO }])
    if (run === 0) continue
    listed.push(list.ms)
    previewed.push(plan.ms)
    saved.push(save.ms)
    undone.push(undo.ms)
  }
  return [
    makeFigure('list of 10,000 orders, half accepted', 2000, listed),
    makeFigure('dates of 10,000 orders: previewed', 2000, previewed),
    makeFigure('dates of 10,000 orders: saved', 3000, saved),
    makeFigure('dates of 10,000 orders: taken back', 3000, undone),
  ]
}

function listenForKey(selector: string): void {
  const before = document.querySelector(selector)?.textContent
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing came of the key: ${selector}`)), 30_000)
    const onKeyDown = ({ timeStamp }: KeyboardEvent): void => {
      const checkFrame = (): void => {
        const now = document.querySelector(selector)?.textContent
        if (now === undefined || now === before) return void requestAnimationFrame(checkFrame)
        requestAnimationFrame(() => resolve(performance.now() - timeStamp))
      }
      checkFrame()
    }
    addEventListener('keydown', onKeyDown, { capture: true, once: true })
  })
  painted.catch(() => undefined)
  Reflect.set(window, 'painted', painted)
}

async function measurePaint(user: KeyboardUser, key: string, selector: string): Promise<number> {
  await user.page.evaluate(listenForKey, selector)
  await user.press(key)
  return user.page.evaluate((): Promise<number> => Reflect.get(window, 'painted'))
}

/** Measures the board with 5,000 cards: from the search key to the cards, and from card to card. */
async function measureBoard(url: string): Promise<Figure[]> {
  const user = await KeyboardUser.open(url, { browserArgs: [] })
  user.page.setDefaultTimeout(60_000)
  await user.logIn()
  const first = '.panel[data-active] .card .card-title'
  const current = '.panel[data-active] .card[data-current] .card-title'
  const opened: number[] = []
  for (let run = 0; run < 6; run += 1) {
    await user.palette('통합 출고오더관리 BNCARD', 'ShipmentOrderMgtIntegrated')
    const ms = await measurePaint(user, 'Enter', first)
    if (run > 0) opened.push(ms)
    await user.expectText(/행 \S+ \/ 5,000/)
    if (run < 5) await user.press('Alt+w')
  }
  await user.press('Alt+g')
  await user.page.locator(current).waitFor()
  const moved: number[] = []
  for (let step = 0; step < steps; step += 1) {
    // Alternates between the two lanes that have cards.
    const key = step % 20 === 9 ? 'l' : step % 20 === 19 ? 'h' : 'j'
    moved.push(await measurePaint(user, key, current))
  }
  await user.close()
  return [
    makeFigure('board of 5,000 cards: opens', 300, opened),
    makeFigure('board of 5,000 cards: to the next card', 50, moved),
  ]
}

export async function measureSupplyChain(): Promise<Figure[]> {
  process.env['STORE'] = 'postgres'
  const db = await testDatabase()
  const server = await startServer({ env: { DATABASE_URL: testDatabaseUrl(db) } })
  try {
    await fill(db)
    const user = await TimedUser.login(server.url)
    return [...(await measureDates(user)), ...(await measureBoard(server.url))]
  } finally {
    await server.discard()
    await db.close()
  }
}
