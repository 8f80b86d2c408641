import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { saveReturn, shipItem, addStockedItem } from '#tests/support/returns.ts'

// The stations reject these with a message. The database must reject them too.

let site: TestSite

/** A return of two pieces: one graded A and restocked, one not graded yet. */
beforeAll(async () => {
  site = await testSite()
  const user = await site.login('admin')
  const item = await addStockedItem(site.db)
  const number = await saveReturn(user, item, 2, { SHIPMENT_NO: await shipItem(user, item, 2) })
  const scanned = { RECEIPT_NO: number, CODE: item, QTY: 1 }
  for (const [name, more] of [
    ['arrive', { QTY: 2 }],
    ['grade-scan', { GRADE_CD: 'A' }],
  ] as const) {
    expect(rowErrors(await user.save(`returns/${name}`, [{ ...scanned, ...more }]))).toEqual([])
  }
})
afterAll(() => closeVerified(site))

const insertAgain = (table: string, columns: string, qty: number) =>
  `insert into ${table} (receipt_no, line_no, lot_id, grade_cd, ${columns}, qty, user_id)
   select receipt_no, line_no, lot_id, grade_cd, ${columns}, ${qty}, user_id from ${table}`

describe.each(['return_grade', 'return_disposal'])('the rows of %s', (table) => {
  test.each([`update ${table} set qty = 2`, `delete from ${table}`, `truncate ${table}`])(
    'stored rows keep their values: %s',
    async (statement) => {
      await expect(site.db.script(statement)).rejects.toMatchObject({ code: 'WM001' })
    },
  )
})

test.each([
  ['return_graded', insertAgain('return_grade', 'movement_no', 2)],
  ['return_graded', insertAgain('return_grade', 'movement_no', -2)],
  ['return_disposed', insertAgain('return_disposal', 'dispose_cd, movement_no', 1)],
])('pieces counted more than once are rejected: %s', async (constraint, statement) => {
  await expect(site.db.script(statement)).rejects.toMatchObject({ constraint })
})
