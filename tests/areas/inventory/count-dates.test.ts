import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCountingSite } from '#tests/support/counting.ts'
import { getQuestionIds, saveConfirmed } from '#tests/support/confirmed-save.ts'

let floor: Awaited<ReturnType<typeof createCountingSite>>
beforeAll(async () => {
  floor = await createCountingSite()
})
afterAll(() => floor.close())

test.each([
  ['another date of a lot in stock', 'OTHER', 'L1', '20290101', /2030-01-01/],
  ['another date of its lot in lower case', 'CASE', 'l1', '20290101', /2030-01-01/],
  ['a date more than 50 years away', 'FAR', 'L2', '20990101', /2099-01-01/],
])('counting stock found with %s requires confirmation', async (_, name, lot, valid, shown) => {
  const dated = { LOT_YN: 'Y', VALID_YN: 'Y' }
  const { item, cell } = await floor.place(
    `DATES-${name}`,
    {
      lot: 'L1',
      valid: '20300101',
    },
    dated,
  )
  const job = await floor.planCount(item)
  const scan = { JOB_NO: job, CELL_CD: cell, CODE: item, QTY: 1, LOT_NO: lot, VALID_DT: valid }
  const asked = await floor.user.save('inventory/count-scan', [scan])
  expect(asked.status).toBe(409)
  expect(asked.body.rows).toMatchObject([
    { COLUMN: 'VALID_DT', POERROR: expect.stringMatching(shown) },
  ])
  const confirmed = getQuestionIds(asked)
  expect(confirmed).toHaveLength(1)
  const counted = await saveConfirmed(floor.user, 'inventory/count-scan', [scan], confirmed)
  expect([counted.status, counted.body.message]).toEqual([200, expect.any(String)])
})

test('found stock that has expired is counted without confirmation', async () => {
  const { item, cell } = await floor.place(
    'DATES-OLD',
    { lot: 'L1', valid: '20300101' },
    {
      LOT_YN: 'Y',
      VALID_YN: 'Y',
    },
  )
  const job = await floor.planCount(item)
  const scan = {
    JOB_NO: job,
    CELL_CD: cell,
    CODE: item,
    QTY: 1,
    LOT_NO: 'OLD',
    VALID_DT: '20200101',
  }
  await floor.good(floor.user.save('inventory/count-scan', [scan]))
})
