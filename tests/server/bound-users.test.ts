import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { requiresOwnerScope } from '#server/engine/owner-scope.ts'
import type { Handler } from '#server/engine/handler.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addWorkOfBothOwners, type OtherOwner } from '#tests/support/both-owners.ts'
import { searchesOfOneRecord } from '#tests/support/both-owners-billing.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import {
  addItem,
  checkAll,
  expectStock,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let admin: TestUser
let second: TestUser
/** User who is restricted to GIFT and has all permissions. */
let customer: TestUser
let names: OtherOwner
let mixed: string

/**
 * Queries about stock and work in any scope. Company queries are excluded because the site itself
 * changes.
 */
const questions = handlers.flatMap(({ operation }) =>
  operation.type === 'query' && operation.scope !== 'company' && operation.bound !== 'refused'
    ? [operation]
    : [],
)
const request = async (who: TestUser, name: string) =>
  who.query(name, searchesOfOneRecord[name]?.(names.bills.GIFT) ?? {})
const before = new Map<string, { mine: Row[]; all: Row[] }>()

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  second = await site.login('second')
  names = await addWorkOfBothOwners(site, admin)
  await grantEverything(site, 'CUSTOMER')
  await site.db.script(`update cell set capacity_cbm = 1 where cell_cd between 'A-002' and 'A-150'`)
  customer = await site.login('customer')
  const rule = { BATCH_FLAG: 'I', FROM_DT: '20200101', REASON: 'x' }
  await saveOrThrow('inventory/save-cell-hold-rules', { ...rule, CELL_CD: 'A-070' })
  await saveOrThrow('inventory/save-zone-hold-rules', { ...rule, ZONE_CD: 'H' })
  for (const owner of ['HANBIT', 'GIFT'])
    await putStock(site.db, { owner, item: 'PLAIN', qty: 3, cell: 'A-070' })
  mixed = await createCount({ METHOD_CD: 'CELL', ZONE_CD: 'A', CELL_CD: 'A-070' })
  await pickClaimed({ OWNER_CD: 'GIFT' })
  await createProposals('GIFT', 2)
  await movePicks(10, 'pick_no < (select max(pick_no) from pick_record)')
  for (const { name } of questions)
    before.set(name, { mine: await request(customer, name), all: await request(admin, name) })
  await addWorkOfHanbit()
})
afterAll(() => site.close())

async function saveOrThrow(name: string, row: Row, who = admin): Promise<SaveResponse> {
  const response = await who.save(name, [row])
  expect([name, response.status, response.body.rows ?? []]).toEqual([name, 200, []])
  return response
}

async function createCount(group: Row, who = admin): Promise<string> {
  const created = await saveOrThrow('inventory/make-count', { COUNT_DT: today, ...group }, who)
  return String(created.body.data.rows[0]?.['JOB_NO'])
}

/** Picks one piece of an order under a claim. */
async function pickClaimed(owner: Row = {}): Promise<string> {
  const created = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 2 }], owner)
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, created)
  await saveOrThrow('tasks/claim', { KIND_CD: 'PICK', REF_NO: created })
  await pickAll(admin, created)
  return created
}

/**
 * Creates picks of an item in a far cell and an expected item without a cell, which get proposals
 * for other cells.
 */
async function createProposals(OWNER_CD: string, picks: number): Promise<void> {
  for (const item of ['FAR', 'NEW']) await addItem(site.db, item, { owner_cd: OWNER_CD })
  await putStock(site.db, { owner: OWNER_CD, item: 'FAR', qty: picks + 1, cell: 'A-180' })
  for (let index = 0; index < picks; index += 1) {
    const number = await addOrder(admin, [{ STOCK_CD: 'FAR', ORDER_QTY: 1 }], { OWNER_CD })
    for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
    await pickAll(admin, number)
  }
  await expectStock(admin, [{ STOCK_CD: 'NEW', ORDER_QTY: 1 }], { OWNER_CD })
}

/** Adds proposals for HANBIT's items that would be listed first, with picks among those of GIFT. */
async function raiseProposals(): Promise<void> {
  const [{ last } = { last: 0 }] = await site.db.query<{ last: number }>(sql`
    select max(pick_no) "last" from pick_record`)
  await createProposals('HANBIT', 3)
  await movePicks(5, `pick_no > ${last}`)
  await site.db.script(`
    update stock set cbm = 9, weight_kg = 1 where owner_cd = 'HANBIT' and stock_cd = 'NEW'`)
}

/** Backdates picks, which can only be added. */
const movePicks = (minutes: number, where: string) =>
  site.db.script(`
    alter table pick_record disable trigger user;
    update pick_record set picked_at = picked_at - interval '${minutes} minutes' where ${where};
    alter table pick_record enable trigger user`)

/** Adds all kinds of work on HANBIT's stock, in shared cells and in its own. */
async function addWorkOfHanbit(): Promise<void> {
  const cells = ['A-001', 'A-050', 'A-070', 'A-120', 'H-001']
  const put = cells.map((cell) => ({ item: 'PLAIN', qty: 40, cell, lot: 'MORE' }))
  for (const goods of put) await putStock(site.db, goods)
  await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 7 }])
  const receipt = await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 7 }])
  await saveOrThrow('inbound/receive-bulk', { RECEIPT_NO: receipt })
  await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 3 }])
  const gone = await pickClaimed()
  await checkAll(admin, gone)
  for (const name of ['finish-check', 'ship']) await runStep(admin, name, gone)
  const listed = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 2 }])
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, listed)
  const lots = await admin.query('inventory/by-lot', { OWNER_CD: 'HANBIT', LOT_NO: 'MORE' })
  const BALANCE_ID = lots.find((row) => row['CELL_CD'] === 'A-050')?.['BALANCE_ID'] ?? null
  await saveOrThrow('inventory/hold', { BALANCE_ID, HOLD_CD: 'HOLD', WORK_QTY: 1, REASON: 'x' })
  const JOB_NO = await createCount({ METHOD_CD: 'CELL', ZONE_CD: 'A', CELL_CD: 'A-120' })
  await saveOrThrow(
    'inventory/count-scan',
    { JOB_NO, CELL_CD: 'A-120', CODE: 'PLAIN', QTY: 1 },
    second,
  )
  await saveOrThrow('inventory/finish-count', { JOB_NO }, second)
  await raiseProposals()
}

function callWithoutInput(
  who: TestUser,
  { operation: { name, type } }: Handler,
): Promise<SaveResponse> {
  if (type === 'procedure') return who.check(name, [{ NO: 1 }])
  if (type === 'query') return who.call(`/api/wms/${name}`, {})
  return who.call(`/api/print/${name}`, { ROWS: [{}] })
}

const describeRefusal = ({ status, headers, body }: SaveResponse) => [
  status,
  headers['x-error-code'],
  body.message,
]
const onlyForAllOwners = [
  403,
  'FORBIDDEN',
  expect.stringContaining('전체 화주를 조회하는 사용자만'),
]

describe('a user bound to owners', () => {
  test.each(questions.map(({ name }) => name))(
    'sees no change in %s from work on stock of other owners',
    async (name) => {
      const [then, mine] = [before.get(name)?.mine, await request(customer, name)]
      expect(mine).toEqual(then)
    },
  )

  test.each(questions.flatMap(({ name, bound }) => (bound === 'own' ? [name] : [])))(
    'still sees their own rows in %s, and other users see the difference',
    async (name) => {
      expect(before.get(name)?.mine).not.toEqual([])
      expect(await request(admin, name)).not.toEqual(before.get(name)?.all)
    },
  )

  const refused = handlers.filter(({ operation }) => operation.bound === 'refused')

  test.each(refused.map((handler) => [handler.operation.name, handler] as const))(
    'cannot call %s, regardless of permissions',
    async (_, handler) => {
      expect(describeRefusal(await callWithoutInput(customer, handler))).toEqual(onlyForAllOwners)
      expect(describeRefusal(await callWithoutInput(admin, handler))).not.toEqual(onlyForAllOwners)
    },
  )

  test('a user bound to owners can call only the listed procedures that change the warehouse or site', () => {
    const open = handlers.flatMap(({ operation }) =>
      requiresOwnerScope(operation) && operation.type !== 'query' && operation.bound !== 'refused'
        ? [`${operation.bound} ${operation.name}`]
        : [],
    )
    expect(open).toEqual([
      // Limited to roles the user has, and to users in their scope.
      'own system/save-user-roles',
      // Limited to phrases of users in scope.
      'own system/add-phrases',
      'own system/drop-phrases',
      'own system/save-accounts',
      'own system/send-start-mail',
      'own system/end-sessions',
      'own system/issue-password',
      'own system/password-slip',
      'own system/drop-factors',
      'own system/see-as',
      // Cell codes are visible to every user of the warehouse.
      'open master/cell-labels',
      // Their handlers check that the count is the user's own before they post anything.
      'own inventory/replenish-scan',
      'own inventory/finish-replenish',
      'own inventory/take-count-back',
      'own inventory/count-scan',
      'own inventory/count-sheet',
      'own inventory/finish-count',
      'own inventory/cancel-count',
      // Limited to tasks of the user's owners.
      'own tasks/claim',
      'own tasks/hand-back',
      'own tasks/assign',
      'own tasks/cancel-move',
      // Limited to the user's own sessions.
      'open freight/end-my-sessions',
      'open system/save-role-menus',
      'open system/save-roles',
      'open system/save-role-buttons',
      'open system/save-role-services',
    ])
  })

  test.each(['save-accounts', 'send-start-mail', 'end-sessions', 'issue-password'])(
    'a bound user cannot use system/%s on a user who sees every owner',
    async (name) => {
      const [them] = await admin.query('system/accounts', { USER_ID: 'second' })
      const response = await customer.save(`system/${name}`, [{ ...them, BATCH_FLAG: 'U' }])
      expect([response.status, response.body.rows[0]?.POERROR]).toEqual([422, expect.any(String)])
      expect((await second.call('/api/session')).status).toBe(200)
    },
  )

  test('a user bound to owners cannot change the warehouse by an import or by undoing an import', async () => {
    const importSheet = (who: TestUser, PROCEDURE: string, row: Row) =>
      who.call(
        '/api/wms/comm/wmsCommon/saveProcedure',
        { PROCEDURE, ROWS: [{ NO: 1, ...row }], IMPORT: { FILE_NM: 'x.xlsx' } },
        { 'idempotency-key': crypto.randomUUID() },
      )
    const zone = { ZONE_CD: 'SHEET', ZONE_NM: 'x' }
    expect(describeRefusal(await importSheet(customer, 'master/save-zone', zone))).toEqual(
      onlyForAllOwners,
    )
    const done = await importSheet(admin, 'master/save-zone', zone)
    const undo = { IMPORT_NO: Reflect.get(done.body.data, 'IMPORT_NO') }
    const key = { 'idempotency-key': crypto.randomUUID() }
    expect((await customer.call('/api/import/undo', undo, key)).status).toBe(404)
    expect(await admin.query('master/zone', { ZONE_CD: 'SHEET' })).toHaveLength(1)
  })
})

describe('a count with stock of several owners', () => {
  const work = [
    'count-scan',
    'finish-count',
    'cancel-count',
    'take-count-back',
    'approve-count',
    'recount',
  ]

  test.each(work)('a mixed count is hidden from %s of a bound user', async (name) => {
    const lines = await admin.query('inventory/count-results', { JOB_NO: mixed })
    const LINE_NO = lines.find((line) => line['OWNER_CD'] === 'GIFT')?.['LINE_NO'] ?? null
    const row = { LINE_NO, CELL_CD: 'A-070', CODE: 'PLAIN', QTY: 1, REASON: 'x' }
    const attempt = async (JOB_NO: string) => {
      const response = await customer.save(`inventory/${name}`, [{ ...row, JOB_NO }])
      return [response.status, JSON.stringify(response.body).replaceAll(JOB_NO, '?')]
    }
    const getJobs = () => admin.query('inventory/count-jobs', { JOB_NO: mixed })
    const jobsBefore = await getJobs()
    expect(await attempt(mixed)).toEqual(await attempt('ST-NONE'))
    expect((await attempt(mixed))[0]).toBe(409)
    expect(await getJobs()).toEqual(jobsBefore)
  })

  test('does not appear in the count lists and count work of a bound user', async () => {
    for (const name of ['count-jobs', 'count-jobs-today', 'count-work']) {
      const search = name === 'count-jobs-today' ? {} : { JOB_NO: mixed }
      const getJobNumbers = async (who: TestUser) =>
        (await who.query(`inventory/${name}`, search)).map((row) => row['JOB_NO'])
      expect(await getJobNumbers(admin)).toContain(mixed)
      expect(await getJobNumbers(customer)).not.toContain(mixed)
    }
  })

  test('a bound user can complete a count of only their own stock', async () => {
    await putStock(site.db, { owner: 'GIFT', item: 'PLAIN', qty: 2, cell: 'A-090' })
    await putStock(site.db, { owner: 'HANBIT', item: 'PLAIN', qty: 2, cell: 'A-090' })
    const group = { METHOD_CD: 'CELL', ZONE_CD: 'A', CELL_CD: 'A-090' }
    const JOB_NO = await createCount(group, customer)
    await saveOrThrow(
      'inventory/count-scan',
      { JOB_NO, CELL_CD: 'A-090', CODE: 'PLAIN', QTY: 2 },
      customer,
    )
    await saveOrThrow('inventory/finish-count', { JOB_NO }, customer)
    const [job] = await customer.query('inventory/count-jobs', { JOB_NO })
    expect(job).toMatchObject({ LINE_COUNT: 1, DIFF_COUNT: 0, STATE_CD: '50' })
  })
})

describe('access to all owners', () => {
  const getVisibleOwners = async () => {
    const rows = await (await site.login('fresh')).query('master/owner')
    return rows.map((row) => row['OWNER_CD'])
  }

  test('requires an explicit flag, not just the absence of named owners', async () => {
    await site.db.script(`
      insert into app_user (user_id, user_nm, password_hash)
        select 'fresh', 'fresh', password_hash from app_user where user_id = 'admin';
      insert into user_role (user_id, role_cd) values ('fresh', 'ADMIN');
      insert into user_warehouse (user_id, wcode) values ('fresh', 'W01')`)
    expect(await getVisibleOwners()).toEqual([])
    await site.db.execute(sql`insert into user_owner (user_id, owner_cd) values ('fresh', 'GIFT')`)
    expect(await getVisibleOwners()).toEqual(['GIFT'])
    await site.db.execute(sql`delete from user_owner where user_id = 'fresh'`)
    expect(await getVisibleOwners()).toEqual([])
    await site.db.execute(sql`update app_user set all_owners_yn = 'Y' where user_id = 'fresh'`)
    expect(await getVisibleOwners()).toEqual(['GIFT', 'HANBIT'])
  })

  test('access to all owners cannot be combined with named owners', async () => {
    const bindToBothOwners = (userId: string) =>
      site.db.execute(sql`
      insert into user_owner (user_id, owner_cd) values (${userId}, 'HANBIT')`)
    await expect(bindToBothOwners('admin')).rejects.toThrow('sees every owner')
    const flag = site.db.execute(sql`
      update app_user set all_owners_yn = 'Y' where user_id = 'customer'`)
    await expect(flag).rejects.toThrow('sees every owner')
  })
})
