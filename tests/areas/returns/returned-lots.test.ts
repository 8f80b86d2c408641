import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exceedsReturnableText,
  lotOfOtherShipmentText,
} from '#areas/inbound/server/return-rules.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock, rowErrors } from '#tests/support/floor.ts'
import { saveReturn, shipItem } from '#tests/support/returns.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

/** An item of which a shipment took three pieces of L1 and two of L2, and a later one L3. */
async function shipLots(code: string) {
  const item = await addItem(site.db, code, { lot_yn: 'Y' })
  const put = (lot: string, qty: number) =>
    putStock(site.db, { item, qty, lot, valid: `202703${lot.slice(1)}1` })
  await put('L1', 3)
  await put('L2', 2)
  const first = await shipItem(user, item, 5)
  await put('L3', 1)
  return { item, first, later: await shipItem(user, item, 1) }
}

type Door = (
  number: string,
  item: string,
  lot: string,
  qty: number,
) => Promise<ReturnType<typeof rowErrors>>

const doors: readonly (readonly [string, Door])[] = [
  [
    'the arrival station',
    async (RECEIPT_NO, CODE, LOT_NO, QTY) =>
      rowErrors(await user.save('returns/arrive', [{ RECEIPT_NO, CODE, LOT_NO, QTY }])),
  ],
  [
    'receiving',
    async (RECEIPT_NO, _item, LOT_NO, NOW_QTY) =>
      rowErrors(
        await user.save('inbound/receive', [
          { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-003', LOT_NO, NOW_QTY },
        ]),
      ),
  ],
]

test.each(doors)(
  '%s names why a lot cannot return: all returned, of another shipment or never shipped',
  async (name, arrive) => {
    const { item, first, later } = await shipLots(
      `LOTS-${doors.findIndex(([one]) => one === name)}`,
    )
    const number = await saveReturn(user, item, 5, { SHIPMENT_NO: first })
    expect(await arrive(number, item, 'L2', 3), 'more than left').toHaveLength(1)
    expect(await arrive(number, item, 'L2', 2)).toEqual([])
    expect(await arrive(number, item, 'l2', 1)).toEqual([
      [1, 'LOT_NO', exceedsReturnableText(0).ko],
    ])
    expect(await arrive(number, item, 'L3', 1)).toEqual([
      [1, 'LOT_NO', lotOfOtherShipmentText(later).ko],
    ])
    expect(await arrive(number, item, 'L9', 1)).toEqual([
      [1, 'LOT_NO', lotOfOtherShipmentText('').ko],
    ])
    expect(await arrive(number, item, 'L1', 3)).toEqual([])
  },
)
