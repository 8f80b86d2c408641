import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { buildApp } from '#server/site/app.ts'
import { addAdministratorRole, addFirstAdministrator } from '#server/site/first-administrator.ts'
import { testDatabase, testDatabaseUrl, type TestDatabaseOptions } from './database.ts'

// Key that encrypts secrets of other services. Setting it avoids a key file in the checkout.
process.env['SITE_KEY'] ??= 'a site key for tests only'
// Also keeps mails and files of PostgreSQL runs out of the checkout.
process.env['DATA_DIR'] ??= join(tmpdir(), `wms-test-${randomUUID()}`)

export const testPassword = 'a password for tests only'

// Tests log in thousands of times and have no secrets to protect.
const quickHash = { ln: 4, r: 8, p: 1 }

export interface SaveResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
  // Untyped because each test knows the shape it expects.
  readonly body: {
    message: string
    data: Record<string, Value>[] & { rows: Record<string, Value>[] }
    rows: { ROW: number; POSTATUS: number; POERROR: string; COLUMN?: string; WHO?: string }[]
  }
}

export interface TestUser {
  call(path: string, body?: object, headers?: Record<string, string>): Promise<SaveResponse>
  query(name: string, search?: Record<string, Value>): Promise<Record<string, Value>[]>
  save(
    procedure: string,
    rows: readonly Record<string, Value>[],
    key?: string,
  ): Promise<SaveResponse>
  check(procedure: string, rows: readonly Record<string, Value>[]): Promise<SaveResponse>
}

export interface TestSite {
  readonly db: Database
  readonly app: FastifyInstance
  login(userId: string, wcode?: string): Promise<TestUser>
  close(): Promise<void>
}

/** Server with a new store and one small company: two owners, cells and no stock. */
export async function testSite(options: TestDatabaseOptions = {}): Promise<TestSite> {
  return testSiteOnDatabase(await testDatabase(options))
}

/** Like `testSite`, but over a migrated, empty store. */
export async function testSiteOnDatabase(db: Database): Promise<TestSite> {
  await addCompany(db)
  return createSite(db)
}

/** Server as after the first start of an empty site, with only its administrator. */
export async function emptySite(): Promise<TestSite> {
  const db = await testDatabase()
  const hash = await hashPassword(testPassword, quickHash)
  await addFirstAdministrator(db, new Map([['admin', { hash, mustChange: false }]]))
  return createSite(db)
}

/** Another server on the PostgreSQL database of a site. Close it before the site. */
export async function openNextServer({ db }: TestSite): Promise<TestSite> {
  return createSite(await openDatabase({ url: testDatabaseUrl(db) }))
}

async function createSite(db: Database): Promise<TestSite> {
  // Tests start ledger rounds themselves when needed.
  const app = await buildApp({
    db,
    logLevel: 'error',
    settings: {
      // A test sends as many requests with one user as all users of a site do.
      callLimits: { question: 0, export: 0, print: 0, save: 0, large: 0 },
      ledgerMs: 3_600_000,
      backupMs: 3_600_000,
      scheduleMs: 3_600_000,
      webhookMs: 3_600_000,
    },
  })
  return {
    db,
    app,
    login: (userId, wcode = 'W01') => login(app, userId, wcode),
    close: async () => {
      await app.close()
      await db.close()
    },
  }
}

async function addCompany(db: Database): Promise<void> {
  const hash = await hashPassword(testPassword, quickHash)
  await db.transaction(async (tx) => {
    await addAdministratorRole(tx)
    await tx.script(`
      insert into warehouse (wcode, warehouse_nm, location_nm)
        values ('W01', '인천', '인천'), ('W02', '이천', '이천');
      insert into owner (owner_cd, owner_nm, over_receipt_rate)
        values ('HANBIT', '한빛헬스', 0), ('GIFT', '기프트', 10);
      insert into supplier (owner_cd, supplier_cd, supplier_nm) values ('HANBIT', 'SUP1', '공급처');
      insert into ship_to (owner_cd, ship_to_cd, ship_to_nm, shelf_life_days)
        values ('HANBIT', 'ST1', '서초점', 0), ('HANBIT', 'FRESH', '신선점', 90);
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'A', 'A존'), ('W02', 'A', 'A존');
      insert into cell (wcode, cell_cd, zone_cd, pick_seq)
        select w, 'A-' || to_char(n, 'fm000'), 'A', n
        from unnest(array['W01', 'W02']) w, generate_series(1, 200) n;
      analyze cell;
      insert into stock (owner_cd, stock_cd, stock_nm, barcode, valid_yn, lot_yn, goods_yn, cbm) values
        ('HANBIT', 'PLAIN', '세라믹 필터', '8801234567893', 'N', 'N', 'Y', 0.012),
        ('HANBIT', 'OTHER', '방청 스프레이', null, 'N', 'N', 'Y', 0.003),
        ('HANBIT', 'DATED', '비타민C', null, 'Y', 'N', 'Y', 0.002),
        ('HANBIT', 'LOTTED', '임플란트', null, 'N', 'Y', 'Y', 0.001),
        ('HANBIT', 'POST', '배송비', null, 'N', 'N', 'N', 0),
        ('GIFT', 'PLAIN', '선물', null, 'N', 'N', 'Y', 0.001);
      insert into app_role (role_cd, role_nm) values ('CUSTOMER', '화주'), ('NOTHING', '없음');
      insert into role_menu (role_cd, menu_id, actions) values
        ('CUSTOMER', 'InventoryByLot', '{search}'), ('CUSTOMER', 'Owner', '{search,save}');
    `)
    for (const [user, role] of [
      ['admin', 'ADMIN'],
      ['second', 'ADMIN'],
      ['customer', 'CUSTOMER'],
      ['nobody', 'NOTHING'],
    ]) {
      await tx.execute(sql`
        insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
        values (${user}, ${user}, ${hash}, ${user === 'customer' ? 'N' : 'Y'})`)
      await tx.execute(sql`insert into user_role (user_id, role_cd) values (${user}, ${role})`)
      await tx.execute(sql`insert into user_warehouse (user_id, wcode) values (${user}, 'W01')`)
    }
    await tx.execute(sql`insert into user_owner (user_id, owner_cd) values ('customer', 'GIFT')`)
  })
}

/** Starts the app if it does not run yet, with its jobs. */
export async function login(
  app: FastifyInstance,
  userId: string,
  wcode: string,
): Promise<TestUser> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { p: `${userId}|${wcode}|${testPassword}`, c: testPassword, lang: 'ko' },
  })
  if (response.statusCode !== 200) throw new Error(`login: ${response.body}`)
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  return testUser(app, { cookie, wcode })
}

function testUser(app: FastifyInstance, session: Record<string, string>): TestUser {
  const call: TestUser['call'] = async (url, payload = {}, headers = {}) => {
    const response = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...session, ...headers },
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
      body: (isJson ? response.json() : {}) as SaveResponse['body'],
    }
  }
  const path = '/api/wms/comm/wmsCommon/saveProcedure'
  const numberRows = (rows: readonly Record<string, Value>[]) =>
    rows.map((row, index) => ({ NO: index + 1, ...row }))
  return {
    call,
    query: async (name, search = {}) => {
      const response = await call(`/api/wms/${name}`, { SEARCH: search })
      if (response.status !== 200) throw new Error(`${name}: ${JSON.stringify(response.body)}`)
      return response.body.data
    },
    save: (PROCEDURE, rows, key = randomUUID()) =>
      call(path, { PROCEDURE, ROWS: numberRows(rows) }, { 'idempotency-key': key }),
    check: (PROCEDURE, rows) => call(path, { PROCEDURE, ROWS: numberRows(rows), DRY_RUN: 'Y' }),
  }
}
