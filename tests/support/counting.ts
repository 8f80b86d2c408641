import { expect } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  type TestStock,
  orderLine,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

/** A cell that no test counts. */
export const uncountedCell = 'A-090'

/** A site with three users who can count and approve, and the operations of a count. */
export async function createCountingSite() {
  const site = await testSite()
  const user = await site.login('admin')
  const counter = await site.login('second')
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'third', 'third', password_hash, 'Y' from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('third', 'ADMIN');
    insert into user_warehouse (user_id, wcode) values ('third', 'W01'), ('third', 'W02')`)
  const third = await site.login('third')
  let cells = 0

  /** A new item with 10 pieces, unless `goods` specifies otherwise, in a new cell. */
  async function addCell(name: string, goods: Partial<TestStock> = {}, columns: Row = {}) {
    cells += 1
    const cell = `A-${String(cells).padStart(3, '0')}`
    const item = await addItem(site.db, `MOVES-${name}`, columns)
    const balance = String(await putStock(site.db, { item, qty: 10, cell, ...goods }))
    return { item, cell, balance }
  }

  async function ok(response: ReturnType<TestUser['save']>): Promise<Row> {
    const { body } = await response
    expect(body.rows ?? [], body.message).toEqual([])
    return body.data.rows[0] ?? {}
  }

  async function planCount(item: string): Promise<string> {
    const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
    const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
    const created = await ok(user.save('inventory/make-count', [{ ...group, COUNT_DT }]))
    return String(created['JOB_NO'])
  }

  const scan = (JOB_NO: string, CELL_CD: string | null, CODE: string, QTY = 1, who = counter) =>
    who.save('inventory/count-scan', [{ JOB_NO, CELL_CD, CODE, QTY }])

  async function pickSome(item: string, qty: number): Promise<string> {
    const number = await addOrder(user, [orderLine(item, qty)])
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    return number
  }

  return {
    site,
    user,
    counter,
    third,
    place: addCell,
    good: ok,
    planCount,
    scan,
    pickSome,
    close: () => closeVerified(site),
    count: (...args: Parameters<typeof scan>) => ok(scan(...args)),
    finish: (JOB_NO: string) => ok(counter.save('inventory/finish-count', [{ JOB_NO }])),
    results: (JOB_NO: string) => user.query('inventory/count-results', { JOB_NO }),
    approve: (who: TestUser, rows: readonly Row[]) =>
      who.save(
        'inventory/approve-count',
        rows.map(({ JOB_NO = null, LINE_NO = null }) => ({ JOB_NO, LINE_NO })),
      ),
    recount: ({ JOB_NO = null, LINE_NO = null }: Row) =>
      ok(user.save('inventory/recount', [{ JOB_NO, LINE_NO }])),
    onHand: async (item: string) =>
      (await user.query('inventory/by-lot', { STOCK_CD: item })).reduce(
        (sum, row) => sum + Number(row['QTY']),
        0,
      ),
    move: (BALANCE_ID: string, WORK_QTY: number, TO_CELL_CD: string) =>
      ok(user.save('inventory/move', [{ BALANCE_ID, WORK_QTY, TO_CELL_CD, REASON: 'x' }])),
    moveAll: (BALANCE_ID: string, TO_CELL_CD: string) =>
      ok(user.save('inventory/move-rows', [{ BALANCE_ID, TO_CELL_CD, REASON: 'x' }])),
    /** A shipment to be picked from a cell. */
    async allocatedTo(item: string, qty: number, cell: string): Promise<string> {
      const number = await addOrder(user, [orderLine(item, qty)])
      await runStep(user, 'allocate', number)
      await runStep(user, 'mark-listed', number)
      const rows = await getUnpicked(user, number)
      expect(rows.map((row) => row['CELL_CD'])).toEqual([cell])
      return number
    },
    rename: (BALANCE_ID: string, TO_LOT_NO: string) =>
      ok(
        user.save('inventory/transfer-lot', [{ BALANCE_ID, WORK_QTY: 10, TO_LOT_NO, REASON: 'x' }]),
      ),
    adjust: (BALANCE_ID: string, ADJUST_QTY: number, who = user) =>
      who.save('inventory/adjust', [{ BALANCE_ID, ADJUST_QTY, REASON: 'x' }]),
    async shipSome(item: string, qty: number): Promise<void> {
      const number = await pickSome(item, qty)
      await checkAll(user, number)
      await runStep(user, 'finish-check', number)
      await runStep(user, 'ship', number)
    },
  }
}
