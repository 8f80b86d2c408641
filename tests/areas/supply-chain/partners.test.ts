import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { supplyChainHandlers } from '#areas/supply-chain/server/index.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { testDay, toRows, orderLine, rowErrors } from '#tests/support/floor.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { handlers } from '#server/site/registry.ts'
import { partnerMenus } from '#server/auth/partner-menus.ts'
import { orderNow, orderStep, createScmOrder, type Row } from './support.ts'

let site: TestSite
let user: TestUser
let branch: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd) values
      ('HANBIT', 'BR1', '서초지점', 'BRANCH'), ('HANBIT', 'BR2', '부산지점', 'BRANCH'),
      ('HANBIT', 'PT1', '가온물류', 'PARTNER'), ('GIFT', 'BR1', '기프트지점', 'BRANCH');
    insert into scm_partner_user (owner_cd, partner_cd, user_id) values ('HANBIT', 'BR1', 'customer');
    update user_owner set owner_cd = 'HANBIT' where user_id = 'customer';
    insert into role_menu (role_cd, menu_id, actions)
    select 'CUSTOMER', m, '{search,save,delete,import,export}' from unnest(array['ReceiptOrderMgt',
      'ShipmentOrderMgtIntegrated', 'ShipmentOrderMgtBranch', 'ShipmentOrderMgtPartner',
      'ShipmentOrderMgtVatech', 'ScmPartner', 'ScmChangeIndate', 'ScmChangeOutdate', 'ScmLongTerm',
      'ScmVatech', 'SummaryBox', 'SummarySerial', 'UploadBasicData']) m`)
  branch = await site.login('customer')
})
afterAll(() => closeVerified(site))

const saveOrder = (who: TestUser, head: Row, ...lines: Row[]) =>
  who.save(
    'supply-chain/save-shipment-orders',
    toRows({ REQUEST_DT: testDay, ...head }, lines.length ? lines : [orderLine('PLAIN', 2)]),
  )

describe('a branch user', () => {
  test('enters and sees only the orders of their branch', async () => {
    const own = await createScmOrder(branch, 'OUT', [orderLine('PLAIN', 2)], { BRANCH_CD: 'BR1' })
    const other = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 2)], { BRANCH_CD: 'BR2' })
    expect(await orderNow(branch, own)).toMatchObject({ BRANCH_CD: 'BR1' })
    expect(await orderNow(branch, other)).toEqual({})
    for (const head of [{ BRANCH_CD: 'BR2' }, {}, { BRANCH_CD: 'BR1', PARTNER_CD: 'PT1' }]) {
      expect(rowErrors(await saveOrder(branch, head))[0]?.[1]).toBe('PARTNER_CD')
    }
    const into = { ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF: other, ...orderLine('PLAIN', 1) }
    const refused = await branch.save('supply-chain/save-shipment-orders', [into])
    expect(rowErrors(refused)[0]?.[2]).toBe('전표를 찾을 수 없습니다.')
  })

  test('reads no row of another branch or partner in any query of the area', async () => {
    const hidden = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 7)], {
      BRANCH_CD: 'BR2',
      PARTNER_ORDER_NO: 'HIDDEN-7',
    })
    await createScmOrder(user, 'IN', [orderLine('PLAIN', 7)], {
      PARTNER_CD: 'PT1',
      PARTNER_ORDER_NO: 'HIDDEN-8',
    })
    await orderStep(user, 'accept-orders', hidden)
    const questions = supplyChainHandlers.flatMap(({ operation }) =>
      operation.type === 'query' ? [operation.name] : [],
    )
    expect(questions.length).toBeGreaterThan(6)
    for (const name of questions) {
      const rows = JSON.stringify(await branch.query(name))
      expect(rows, name).not.toContain(hidden)
      expect(rows, name).not.toContain('HIDDEN')
      expect(rows, name).not.toContain('BR2')
      expect(rows, name).not.toContain('PT1')
    }
    const help = await branch.call('/api/pop/commonPopup/selectScmBranch', {})
    expect(help.body.data.map((row) => row['CODE'])).toEqual(['BR1'])
  })

  test('gets 403 for every other operation, regardless of the assigned roles', async () => {
    await grantEverything(site, 'CUSTOMER')
    await site.db.execute(
      sql`insert into user_role (user_id, role_cd) values ('customer', 'ADMIN')`,
    )
    const own = new Set(supplyChainHandlers.map(({ operation }) => operation.name))
    const answered: string[] = []
    for (const { operation } of handlers) {
      const { name, type } = operation
      if (own.has(name) || grantingRoutes(operation).some((route) => partnerMenus.includes(route)))
        continue
      const path = type === 'query' ? `/api/wms/${name}` : '/api/wms/comm/wmsCommon/saveProcedure'
      const body = type === 'query' ? { SEARCH: {} } : { PROCEDURE: name, ROWS: [{ NO: 1 }] }
      const { status } = await branch.call(path, body, { 'idempotency-key': `refused-${name}` })
      if (status !== 403) answered.push(`${status} ${name}`)
    }
    expect(answered).toEqual([])
    await site.db.execute(
      sql`delete from user_role where role_cd = 'ADMIN' and user_id = 'customer'`,
    )
  })

  test('a branch user cannot perform the site’s steps, regardless of the grants', async () => {
    const own = await createScmOrder(branch, 'OUT', [orderLine('PLAIN', 2)], { BRANCH_CD: 'BR1' })
    const other = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 2)], { BRANCH_CD: 'BR2' })
    for (const [name, more] of [
      ['accept-orders', {}],
      ['reject-orders', { REASON: 'x' }],
      ['switch-orders', { ACTIVE_YN: 'N', REASON: 'x' }],
    ] as const) {
      expect((await orderStep(branch, name, own, more)).status, name).toBe(403)
      expect((await orderStep(branch, name, other, more)).status, name).toBe(403)
    }
    const bind = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', PARTNER_CD: 'BR2', USER_ID: 'customer' }
    expect((await branch.save('supply-chain/save-partner-user', [bind])).status).toBe(403)
    const closed = { BATCH_FLAG: 'I', HOLIDAY_DT: '20270101', HOLIDAY_NM: 'New Year' }
    expect((await branch.save('supply-chain/save-holiday', [closed])).status).toBe(403)
    expect((await orderStep(branch, 'cancel-orders', other)).status).toBe(409)
    expect((await orderStep(branch, 'cancel-orders', own)).status).toBe(200)
    const accepted = await createScmOrder(branch, 'OUT', [orderLine('PLAIN', 2)], {
      BRANCH_CD: 'BR1',
    })
    await orderStep(user, 'accept-orders', accepted)
    expect((await orderStep(branch, 'cancel-orders', accepted)).status).toBe(409)
  })

  test('a branch user cannot order after the cut-off, which the error states, but staff can', async () => {
    const today = timestampAt(Date.now()).slice(0, 8)
    const tomorrow = addDays(today, 1)
    const head = { BRANCH_CD: 'BR1', REQUEST_DT: tomorrow }
    await site.db.execute(sql`update scm_partner set cutoff_tm = '0000', lead_days = 1
      where partner_cd = 'BR1'`)
    const [dash] = [today.replace(/(....)(..)(..)/, '$1-$2-$3')]
    expect(rowErrors(await saveOrder(branch, head))).toEqual([
      [
        1,
        'REQUEST_DT',
        `이 요청일의 오더는 ${dash} 00:00에 마감되었습니다. 다음 요청일로 입력하세요.`,
      ],
    ])
    expect((await saveOrder(user, head)).status).toBe(200)
    expect((await saveOrder(branch, { ...head, REQUEST_DT: addDays(today, 2) })).status).toBe(200)
    await site.db.execute(sql`update scm_partner set cutoff_tm = null where partner_cd = 'BR1'`)
  })

  test('a branch user orders only items the branch handles, on dates it is open', async () => {
    await site.db.script(`
      insert into scm_partner_stock (owner_cd, partner_cd, stock_cd) values ('HANBIT', 'BR1', 'PLAIN');
      update scm_partner set work_days = '12345' where partner_cd = 'BR1'`)
    const refused = await saveOrder(branch, { BRANCH_CD: 'BR1' }, orderLine('OTHER', 1))
    expect(rowErrors(refused)).toEqual([
      [2, 'STOCK_CD', '이 지점·협력사가 주문할 수 없는 품목입니다: OTHER'],
    ])
    // 21 November 2026 is a Saturday.
    const closed = await saveOrder(branch, { BRANCH_CD: 'BR1', REQUEST_DT: '20261121' })
    expect(rowErrors(closed)).toEqual([
      [1, 'REQUEST_DT', '서초지점 휴무 요일입니다: 2026-11-21. 다른 날을 입력하세요.'],
    ])
    expect((await saveOrder(branch, { BRANCH_CD: 'BR1' })).status).toBe(200)
  })

  test('a branch user cannot order for a branch holiday, which the error names, but another branch is open', async () => {
    const off = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', PARTNER_CD: 'BR1', HOLIDAY_DT: '20261123' }
    const kept = await user.save('supply-chain/save-partner-holiday', [
      { ...off, HOLIDAY_NM: '재고조사' },
    ])
    expect(kept.status, kept.body.message).toBe(200)
    const refused = await saveOrder(branch, { BRANCH_CD: 'BR1', REQUEST_DT: '20261123' })
    expect(rowErrors(refused)).toEqual([
      [1, 'REQUEST_DT', '서초지점 휴무일입니다: 2026-11-23 재고조사. 다른 날을 입력하세요.'],
    ])
    expect((await saveOrder(user, { BRANCH_CD: 'BR2', REQUEST_DT: '20261123' })).status).toBe(200)
    const added = await branch.save('supply-chain/save-partner-holiday', [
      { ...off, HOLIDAY_DT: '20261124', HOLIDAY_NM: 'x' },
    ])
    expect(added.status).toBe(403)
  })

  test('a branch user orders only to the branch’s default ship-to and those assigned to it', async () => {
    await site.db.script(`
      insert into ship_to (owner_cd, ship_to_cd, ship_to_nm) values
        ('HANBIT', 'NEAR', '가까운점'), ('HANBIT', 'FAR', '먼점'), ('HANBIT', 'THEIRS', '남의점');
      update scm_partner set ship_to_cd = 'NEAR' where partner_cd = 'BR1' and owner_cd = 'HANBIT';
      update scm_partner set ship_to_cd = 'THEIRS' where partner_cd = 'BR2'`)
    const getOfferedCodes = async () => {
      const { body } = await branch.call('/api/pop/commonPopup/selectShipTo', {})
      return body.data.map((row) => row['CODE'])
    }
    expect(await getOfferedCodes()).toEqual(['NEAR'])
    const far = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', PARTNER_CD: 'BR1', SHIP_TO_CD: 'FAR' }
    expect((await user.save('supply-chain/save-partner-ship-to', [far])).status).toBe(200)
    expect(await getOfferedCodes()).toEqual(['FAR', 'NEAR'])
    const orderTo = (SHIP_TO_CD: string) => saveOrder(branch, { BRANCH_CD: 'BR1', SHIP_TO_CD })
    expect((await orderTo('FAR')).status).toBe(200)
    expect(rowErrors(await orderTo('THEIRS'))).toEqual([
      [1, 'SHIP_TO_CD', '배송처 THEIRS가 없습니다.'],
    ])
    expect((await saveOrder(user, { BRANCH_CD: 'BR1', SHIP_TO_CD: 'THEIRS' })).status).toBe(200)
  })
})

describe('branches and partners', () => {
  test('branches and partners reject unknown references and invalid cut-off times and work days', async () => {
    const row = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', PARTNER_CD: 'NEW', PARTNER_NM: 'New branch' }
    const save = (extra: Row) => user.save('supply-chain/save-partner', [{ ...row, ...extra }])
    expect(rowErrors(await save({ SHIP_TO_CD: 'NONE' }))[0]?.[1]).toBe('SHIP_TO_CD')
    expect(rowErrors(await save({ CUTOFF_TM: '2500' }))[0]?.[1]).toBe('CUTOFF_TM')
    expect(rowErrors(await save({ WORK_DAYS: '890' }))[0]?.[1]).toBe('WORK_DAYS')
    expect((await save({ SHIP_TO_CD: 'ST1', CUTOFF_TM: '1530', WORK_DAYS: '12345' })).status).toBe(
      200,
    )
    const user1 = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', PARTNER_CD: 'NEW', USER_ID: 'who' }
    expect(rowErrors(await user.save('supply-chain/save-partner-user', [user1]))[0]?.[1]).toBe(
      'USER_ID',
    )
  })
})

test('a user linked to a branch no longer undoes imports that they made for the site', async () => {
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'mover', 'mover', password_hash, 'N' from app_user where user_id = 'customer';
    insert into user_role (user_id, role_cd) values ('mover', 'CUSTOMER');
    insert into user_warehouse (user_id, wcode) values ('mover', 'W01');
    insert into user_owner (user_id, owner_cd) values ('mover', 'HANBIT')`)
  const mover = await site.login('mover')
  const upload = (PROCEDURE: string, row: Row) =>
    mover.call(
      '/api/wms/comm/wmsCommon/saveProcedure',
      { PROCEDURE, ROWS: [{ NO: 1, ...row }], IMPORT: { FILE_NM: 'x.xlsx' } },
      { 'idempotency-key': randomUUID() },
    )
  const branchRow = { OWNER_CD: 'HANBIT', PARTNER_CD: 'BR8', PARTNER_NM: 'x', KIND_CD: 'BRANCH' }
  const sheet = { SHEET_CD: 'BRANCH', OWNER_CD: 'HANBIT', CODE: 'BR9', NAME: 'x' }
  const made = [
    await upload('supply-chain/save-partner', branchRow),
    await upload('supply-chain/upload-basic-data', sheet),
  ]
  await site.db.execute(sql`
    insert into scm_partner_user (owner_cd, partner_cd, user_id) values ('HANBIT', 'BR1', 'mover')`)
  for (const response of made) {
    expect(response.status, response.body.message).toBe(200)
    const IMPORT_NO = Reflect.get(response.body.data, 'IMPORT_NO')
    const key = { 'idempotency-key': randomUUID() }
    expect((await mover.call('/api/import/undo', { IMPORT_NO }, key)).status).toBe(403)
  }
  const kept = await user.query('supply-chain/partner', { OWNER_CD: 'HANBIT' })
  expect(kept.map((row) => row['PARTNER_CD'])).toEqual(expect.arrayContaining(['BR8', 'BR9']))
})
