import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>
const history = (user: TestUser) => user.query('system/fact-changes', { TABLE_NM: 'warehouse' })
const readWarehouse = async (user = admin): Promise<Row> =>
  (await user.query('system/this-warehouse'))[0] ?? {}

async function rename(name: string, extra: Row = {}): Promise<number> {
  const { VERSION = null } = await readWarehouse()
  const row = { WAREHOUSE_NM: name, LOCATION_NM: '인천', VERSION, ...extra }
  return (await admin.save('system/save-warehouse', [row])).status
}

test('a warehouse rename is recorded with its user and can be undone', async () => {
  const { VERSION = null } = await readWarehouse()
  expect(await rename('Incheon centre')).toBe(200)
  // A save from an outdated version is rejected.
  expect(await rename('Another name', { VERSION })).toBe(409)
  expect(await readWarehouse()).toMatchObject({
    WAREHOUSE_NM: 'Incheon centre',
    UPDATED_BY: 'admin',
  })
  const [change] = await history(admin)
  expect(change).toMatchObject({
    CHANGED_BY: 'admin',
    RECORD_KEY: 'W01',
    DIFFERENCE: 'warehouse_nm: 인천 → Incheon centre',
  })
  const undo = [{ CHANGE_NO: change?.['CHANGE_NO'] ?? null }]
  expect(
    (await (await site.login('admin', 'W02')).save('system/undo-fact-change', undo)).status,
  ).toBe(422)
  expect((await admin.save('system/undo-fact-change', undo)).status).toBe(200)
  expect(await readWarehouse()).toMatchObject({ WAREHOUSE_NM: '인천' })
})

test('the history shows users only the changes of their screens and warehouse', async () => {
  const company = { BATCH_FLAG: 'I', ROW_TYPE: 'H', DOC_REF: 'C1', CORP_CD: 'C1', CORP_NM: 'C' }
  const saved = await admin.save('system/save-company', [{ ...company, BIZ_NO: '220-81-62517' }])
  expect(saved.status).toBe(200)
  expect(await rename('Incheon 3')).toBe(200)
  const elsewhere = await site.login('admin', 'W02')
  const keys = async (user: TestUser) =>
    new Set((await history(user)).map(({ RECORD_KEY }) => RECORD_KEY))
  expect([await keys(admin), await keys(elsewhere)]).toEqual([new Set(['W01']), new Set(['W02'])])
  const grant = { BATCH_FLAG: 'I', ROLE_CD: 'NOTHING', MENU_ID: 'Zone', SEARCH_YN: 'Y' }
  expect((await admin.save('system/save-role-menus', [grant])).status).toBe(200)
  const clerk = await site.login('nobody')
  const all = await clerk.query('system/fact-changes')
  expect(new Set(all.map(({ TABLE_NM }) => TABLE_NM))).toEqual(new Set(['warehouse']))
  expect(await clerk.query('system/fact-changes', { TABLE_NM: 'corp' })).toEqual([])
  const kinds = (await admin.query('system/fact-changes')).map(({ TABLE_NM }) => TABLE_NM)
  expect(kinds).toContain('corp')
})
