import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import {
  addItem,
  testDay,
  expectStock,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const saveItems = 'master/save-stock'
const item = (STOCK_CD: string, extra: Row = {}): Row => ({
  OWNER_CD: 'HANBIT',
  STOCK_CD,
  ...extra,
})
const getItems = async (...codes: string[]) => {
  const rows = await admin.query('master/stock', { OWNER_CD: 'HANBIT' })
  return rows.filter((row) => codes.includes(String(row['STOCK_CD'])))
}
const order = (number: string, extra: Row = {}): Row => ({
  OWNER_CD: 'HANBIT',
  OWNER_ORDER_NO: number,
  SHIPMENT_DT: testDay,
  SHIP_TO_CD: 'ST1',
  STOCK_CD: 'PLAIN',
  STOCK_NM: '이름',
  ORDER_QTY: 1,
  ...extra,
})

function getNumber(response: SaveResponse): number {
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return Number(Reflect.get(response.body.data, 'IMPORT_NO'))
}

const importSheet = (
  who: TestUser,
  PROCEDURE: string,
  rows: readonly Row[],
  FILE_NM = 'sheet.xlsx',
): Promise<SaveResponse> =>
  who.call(
    '/api/wms/comm/wmsCommon/saveProcedure',
    {
      PROCEDURE,
      ROWS: rows.map((row, index) => ({ NO: index + 1, ...row })),
      IMPORT: { FILE_NM },
    },
    { 'idempotency-key': randomUUID() },
  )

/** Undoes an import, or with `DRY_RUN` checks whether it can be undone. */
const undo = (IMPORT_NO: number, who = admin, key: string = randomUUID()) =>
  who.call('/api/import/undo', { IMPORT_NO }, { 'idempotency-key': key })

const listImports = async (who: TestUser, ...PROCEDURES: string[]) =>
  (await who.call('/api/import/list', { PROCEDURES })).body.data

describe('import of master records', () => {
  test('creates new records, updates known ones and leaves unnamed columns unchanged', async () => {
    await addItem(site.db, 'KNOWN', { barcode: '8800001' })
    await addItem(site.db, 'SAME')
    const sheet = [
      item('FRESH-1', { STOCK_NM: 'New item', CBM: 0.25 }),
      item('KNOWN', { STOCK_NM: 'New name' }),
      item('SAME', { STOCK_NM: 'SAME' }),
    ]
    const response = await importSheet(admin, saveItems, sheet, 'items.xlsx')
    expect(response.body.message).toBe(
      '신규 1건, 수정 1건을 저장했습니다. 1건은 변경되지 않았습니다.',
    )
    const byCode = Object.fromEntries(
      (await getItems('FRESH-1', 'KNOWN', 'SAME')).map((row) => [row['STOCK_CD'], row]),
    )
    expect(byCode['FRESH-1']).toMatchObject({ STOCK_NM: 'New item', CBM: 0.25, UNIT_CD: 'EA' })
    expect(byCode['KNOWN']).toMatchObject({ STOCK_NM: 'New name', BARCODE: '8800001', VERSION: 2 })
    expect(byCode['SAME']).toMatchObject({ VERSION: 1 })
    const [batch] = await listImports(admin, saveItems)
    expect(batch).toMatchObject({
      IMPORT_NO: getNumber(response),
      FILE_NM: 'items.xlsx',
      ROW_COUNT: 3,
      CREATED_COUNT: 1,
      UPDATED_COUNT: 1,
      STATE_CD: 'DONE',
      CREATED_BY: 'admin',
    })
  })

  test('undo is a single operation that removes new records and restores changed ones', async () => {
    await addItem(site.db, 'BACK', { barcode: '8800002' })
    const before = (await getItems('BACK'))[0]
    const done = getNumber(
      await importSheet(admin, saveItems, [
        item('BACK', { STOCK_NM: 'Wrong name', BARCODE: '999', BOX_QTY: 12 }),
        item('BACK-NEW', { STOCK_NM: 'Wrong item' }),
      ]),
    )
    expect((await undo(done)).status).toBe(200)
    expect(await getItems('BACK-NEW')).toEqual([])
    const [after] = await getItems('BACK')
    expect(after).toEqual({
      ...before,
      VERSION: 3,
      UPDATED_BY: 'admin',
      UPDATED_AT: after?.['UPDATED_AT'],
    })
    expect((await listImports(admin, saveItems))[0]).toMatchObject({
      STATE_CD: 'UNDONE',
      UNDONE_BY: 'admin',
    })
  })

  test('undo is refused as a whole while a record is used or changed, with the reason', async () => {
    const sheet = ['USED', 'EDITED', 'LONELY'].map((code) => item(code, { STOCK_NM: code }))
    const done = getNumber(await importSheet(admin, saveItems, sheet))
    const second = await site.login('second')
    const [row] = await getItems('EDITED')
    const edit = { ...row, BATCH_FLAG: 'U', STOCK_NM: 'Touched up' }
    expect((await second.save(saveItems, [edit])).status).toBe(200)
    const changed = await undo(done)
    expect(changed.status).toBe(409)
    expect(rowErrors(changed)).toEqual([
      [2, undefined, expect.stringMatching(/^HANBIT \/ EDITED: 이후 second 님이 .*변경했습니다/)],
    ])
    await site.db.execute(sql`update stock set version = 1 where stock_cd = 'EDITED'`)
    await expectStock(admin, [{ STOCK_CD: 'USED', ORDER_QTY: 1 }])
    const used = await undo(done)
    expect([used.status, rowErrors(used)]).toEqual([
      409,
      [[1, undefined, "HANBIT / USED: '입고 행'에서 사용 중입니다."]],
    ])
    expect(await getItems('USED', 'EDITED', 'LONELY')).toHaveLength(3)
    expect((await listImports(admin, saveItems))[0]).toMatchObject({ STATE_CD: 'DONE' })
  })

  test('undo does not touch a record that was deleted and created again since', async () => {
    const sheet = [item('AG-1', { STOCK_NM: 'imported' })]
    const first = getNumber(await importSheet(admin, saveItems, sheet))
    const remove = async () => {
      const [now] = await getItems('AG-1')
      return admin.save(saveItems, [{ ...now, BATCH_FLAG: 'D' }])
    }
    expect((await remove()).status).toBe(200)
    expect(
      (await admin.save(saveItems, [{ ...item('AG-1', { STOCK_NM: 'new' }), BATCH_FLAG: 'I' }]))
        .status,
    ).toBe(200)
    expect((await undo(first)).status).toBe(409)
    expect((await getItems('AG-1')).map((row) => row['STOCK_NM'])).toEqual(['new'])
    expect((await remove()).status).toBe(200)
    const again = getNumber(await importSheet(admin, saveItems, sheet))
    expect((await undo(first)).status).toBe(409)
    expect((await undo(again)).status).toBe(200)
    expect(await getItems('AG-1')).toEqual([])
    const third = getNumber(await importSheet(admin, saveItems, sheet))
    expect((await undo(third)).status).toBe(200)
  })

  test('an earlier import can be undone only after the later one', async () => {
    await addItem(site.db, 'LAYER')
    const first = getNumber(
      await importSheet(admin, saveItems, [item('LAYER', { STOCK_NM: 'First' })]),
    )
    const later = getNumber(
      await importSheet(admin, saveItems, [item('LAYER', { STOCK_NM: 'Second' })]),
    )
    expect((await undo(first)).status).toBe(409)
    expect((await undo(later)).status).toBe(200)
    expect((await getItems('LAYER'))[0]).toMatchObject({ STOCK_NM: 'First' })
  })

  test('rejects the entire sheet and lists every error if any row is invalid', async () => {
    const response = await importSheet(admin, saveItems, [
      item('OK-1', { STOCK_NM: 'Fine' }),
      item('NAMELESS'),
      item('TWICE', { STOCK_NM: 'x' }),
      item('TWICE', { STOCK_NM: 'y' }),
    ])
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([
      [2, 'STOCK_NM', '새로 등록하는 행에는 품목명 항목이 필요합니다.'],
      [4, 'STOCK_CD', 'HANBIT / TWICE가 3행과 중복됩니다.'],
    ])
    expect(await getItems('OK-1', 'TWICE')).toEqual([])
  })
})

describe('import of orders', () => {
  test('undo cancels every created document and frees its order numbers', async () => {
    const sheet = [order('SHEET-1'), order('SHEET-1', { STOCK_CD: 'OTHER' }), order('SHEET-2')]
    const done = getNumber(
      await importSheet(admin, 'outbound/upload-shipments', sheet, 'orders.xlsx'),
    )
    expect((await undo(done)).status).toBe(200)
    const rows = await admin.query('outbound/shipments', { OWNER_ORDER_NO: 'SHEET%' })
    expect(rows.map((row) => row['STATE_CD'])).toEqual(['90', '90'])
    expect((await importSheet(admin, 'outbound/upload-shipments', sheet)).status).toBe(200)
  })

  test('undo is refused as a whole while one order has progressed or changed', async () => {
    await putStock(site.db, { item: 'PLAIN', qty: 50 })
    const sheet = [order('GONE-ON'), order('MENDED'), order('AS-IT-CAME')]
    const done = getNumber(await importSheet(admin, 'outbound/upload-shipments', sheet))
    const rows = await admin.query('outbound/shipments')
    const findOrder = (number: string) => rows.find((row) => row['OWNER_ORDER_NO'] === number) ?? {}
    const gone = String(findOrder('GONE-ON')['SHIPMENT_NO'])
    await runStep(admin, 'allocate', gone)
    const mended = String(findOrder('MENDED')['SHIPMENT_NO'])
    const [line] = await admin.query('outbound/shipment-lines', { SHIPMENT_NO: mended })
    const edit = { ...line, ROW_TYPE: 'L', BATCH_FLAG: 'U', DOC_REF: mended, ORDER_QTY: 7 }
    expect((await admin.save('outbound/save-shipments', [edit])).status).toBe(200)
    const response = await undo(done)
    expect(response.status).toBe(409)
    expect(rowErrors(response).map(([, , text]) => text)).toEqual([
      `${gone} (GONE-ON): 이미 '할당'까지 진행되었습니다. 그 작업을 먼저 취소하세요.`,
      expect.stringMatching(/\(MENDED\): 이후 admin 님이 .*변경했습니다/),
    ])
    expect(await getState(admin, gone)).toBe('20')
    await runStep(admin, 'cancel-allocation', gone)
    const whole = await undo(done)
    expect(rowErrors(whole)).toHaveLength(1)
  })

  test('undo cancels imported receipts in the same way', async () => {
    const row = {
      OWNER_CD: 'HANBIT',
      OWNER_ORDER_NO: 'RCV-1',
      RECEIPT_DT: testDay,
      STOCK_CD: 'PLAIN',
      ORDER_QTY: 3,
    }
    const done = getNumber(await importSheet(admin, 'inbound/upload-receipts', [row]))
    expect((await undo(done)).status).toBe(200)
    const [receipt] = await admin.query('inbound/receipts', { OWNER_ORDER_NO: 'RCV-1' })
    expect(receipt).toMatchObject({ STATE_CD: '90' })
  })
})

describe('undoing an import', () => {
  test('a retry returns the first response, and another attempt names the user who undid the import', async () => {
    const done = getNumber(await importSheet(admin, saveItems, [item('AGAIN', { STOCK_NM: 'x' })]))
    const key = randomUUID()
    const first = await undo(done, admin, key)
    const again = await undo(done, admin, key)
    expect([again.status, again.body]).toEqual([200, first.body])
    const other = await undo(done, await site.login('second'))
    expect([other.status, other.headers['x-error-code']]).toEqual([409, 'IMPORT_UNDONE'])
    expect(other.body.message).toMatch(/admin 님이 .*이미 되돌린/)
  })

  test('a dry run succeeds and changes nothing', async () => {
    const done = getNumber(await importSheet(admin, saveItems, [item('ASKED', { STOCK_NM: 'x' })]))
    const response = await admin.call('/api/import/undo', { IMPORT_NO: done, DRY_RUN: 'Y' })
    expect(response.status).toBe(200)
    expect(await getItems('ASKED')).toHaveLength(1)
  })

  test('requires import permission, owner access and, for created records, delete permission', async () => {
    const done = getNumber(await importSheet(admin, saveItems, [item('SCOPED', { STOCK_NM: 'x' })]))
    const nobody = await site.login('nobody')
    expect((await nobody.call('/api/import/list')).status).toBe(403)
    expect((await undo(done, nobody)).status).toBe(403)
    await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'StockBasic', '{search,save}')`)
    const customer = await site.login('customer')
    expect(await listImports(customer)).toEqual([])
    expect((await undo(done, customer)).status).toBe(404)
    const gift = item('GIFT-1', { OWNER_CD: 'GIFT', STOCK_NM: '선물' })
    expect((await importSheet(customer, saveItems, [gift])).status).toBe(403)
    await site.db.execute(sql`update role_menu set actions = '{search,save,import}'
      where role_cd = 'CUSTOMER' and menu_id = 'StockBasic'`)
    const own = getNumber(await importSheet(customer, saveItems, [gift]))
    expect((await listImports(customer)).map((row) => row['IMPORT_NO'])).toEqual([own])
    // Undoing deletes created rows, which requires a separate permission.
    const refused = await undo(own, customer)
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('삭제')])
    const mayImport = (actions: string) =>
      site.db.execute(sql`update role_menu set actions = ${actions}::text[]
        where role_cd = 'CUSTOMER' and menu_id = 'StockBasic'`)
    await mayImport('{search,save,delete}')
    const without = await undo(own, customer)
    expect([without.status, without.body.message]).toEqual([
      403,
      expect.stringContaining('가져오기 권한'),
    ])
    expect(await customer.query('master/stock', { STOCK_CD: 'GIFT-1' })).toHaveLength(1)
    await mayImport('{search,save,import}')
    const known = item('PLAIN', { OWNER_CD: 'GIFT', STOCK_NM: 'Another gift' })
    const change = getNumber(await importSheet(customer, saveItems, [known]))
    expect((await undo(change, customer)).status).toBe(200)
    await mayImport('{search,save,delete,import}')
    expect((await undo(own, customer)).status).toBe(200)
    expect(await customer.query('master/stock', { STOCK_CD: 'GIFT-1' })).toEqual([])
  })

  test('an import is neither listed nor undoable in another warehouse', async () => {
    const zone = { ZONE_CD: 'IMP', ZONE_NM: 'Imported zone' }
    const done = getNumber(await importSheet(admin, 'master/save-zone', [zone]))
    await site.db.execute(sql`insert into user_warehouse values ('admin', 'W02')
      on conflict do nothing`)
    const there = await site.login('admin', 'W02')
    expect(await listImports(there, 'master/save-zone')).toEqual([])
    expect((await undo(done, there)).status).toBe(404)
    expect((await undo(done)).status).toBe(200)
  })
})

test('imports of another warehouse show neither names of files nor of users', async () => {
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('NEAR', 'n');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'near', 'near', password_hash, 'Y' from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('near', 'NEAR');
    insert into user_warehouse (user_id, wcode) values ('near', 'W01'), ('admin', 'W02')
      on conflict do nothing`)
  await grantEverything(site, 'NEAR')
  const [near, far] = [await site.login('near'), await site.login('admin', 'W02')]
  const sheetRows = (name: string) => [item('NEAR-1', { STOCK_NM: name })]
  getNumber(await importSheet(admin, saveItems, sheetRows('a'), 'here.xlsx'))
  const IMPORT_NO = getNumber(
    await importSheet(far, saveItems, sheetRows('b'), 'secret of W02.xlsx'),
  )
  const [there, here] = await listImports(near, saveItems)
  expect(here).toMatchObject({ FILE_NM: 'here.xlsx', CREATED_BY: 'admin', WCODE: 'W01' })
  expect(there).toMatchObject({ IMPORT_NO, FILE_NM: '-', CREATED_BY: '-', WCODE: '-' })
  expect((await listImports(admin, saveItems))[0]).toMatchObject({ FILE_NM: 'secret of W02.xlsx' })
})
