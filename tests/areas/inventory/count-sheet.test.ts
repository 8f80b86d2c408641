import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { timestampAt } from '#kernel/calendar.ts'
import { damagedWord } from '#areas/inventory/server/count-scan-lines.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addItem, putStock } from '#tests/support/floor.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'

let site: TestSite
let user: TestUser
let job: string

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const item = await addItem(site.db, 'SHEET')
  await putStock(site.db, { item, qty: 731, cell: 'A-031', lot: 'LOT-SHEET' })
  await putStock(site.db, { item, qty: 3, cell: 'A-032', condition: 'DAMAGED' })
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
  const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
  const created = await user.save('inventory/make-count', [{ ...group, COUNT_DT }])
  job = String(created.body.data.rows[0]?.['JOB_NO'])
})
afterAll(() => site.close())

const print = (who: TestUser, lang = 'ko') =>
  who.call('/api/print/inventory/count-sheet', { ROWS: [{ JOB_NO: job }] }, { 'x-lang': lang })

test('a count sheet shows the stock of each cell, but never the system quantity', async () => {
  const paper = await print(user)
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
  const [page = ''] = readPdfText(paper.bytes)
  for (const word of ['실사표', job, 'A-031', 'SHEET', 'LOT-SHEET', damagedWord.ko, '2행']) {
    expect(page).toContain(word)
  }
  expect(page).not.toContain('731')
  const [english = ''] = readPdfText((await print(user, 'en')).bytes)
  for (const word of ['Count sheet', 'Counted', 'Damaged', '2 lines'])
    expect(english).toContain(word)
})

test('printing the sheet requires access to all of its stock and to its warehouse', async () => {
  expect((await print(await site.login('admin', 'W02'))).status).toBe(409)
  expect((await print(await site.login('second'))).status).toBe(200)
  await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
    values ('CUSTOMER', 'StocktakingToday', '{print}')`)
  expect((await print(await site.login('customer'))).status).toBe(409)
})

test('a cancelled count can no longer be printed', async () => {
  await user.save('inventory/cancel-count', [{ JOB_NO: job }])
  expect((await print(user)).status).toBe(409)
})
