import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { ServerWarnings } from '#server/site/server-warnings.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { createSiteApp, type Visitor } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    create function fail_save() returns trigger language plpgsql as $$
    begin
      if new.owner_nm ~ '^[0-9A-Z]{5}$' then
        raise exception 'failure of the database' using errcode = new.owner_nm;
      end if;
      return new;
    end $$;
    create trigger fail_save before insert on owner for each row execute function fail_save()`)
})
afterAll(() => site.close())

const language = { 'accept-language': 'en', 'x-lang': 'en' }

const saveOwner = (user: Visitor, name: string) =>
  user.post(
    '/api/wms/comm/wmsCommon/saveProcedure',
    {
      PROCEDURE: 'master/save-owner',
      ROWS: [{ NO: 1, BATCH_FLAG: 'I', OWNER_CD: randomUUID().slice(0, 8), OWNER_NM: name }],
    },
    { 'idempotency-key': randomUUID(), ...language },
  )

const countErrors = async () => {
  const [row] = await site.db.query<{ n: number }>(sql`
    select count(*)::int n from error_log where path like '/api/%'`)
  return row?.n
}

describe('a database without resources', () => {
  test.each([
    ['53100', 'DISK_FULL', /disk is full/],
    ['53200', 'STORE_MEMORY', /memory/],
    ['53300', 'STORE_CONNECTIONS', /connections/],
    ['53400', 'STORE_LIMIT', /limit/],
    ['53000', 'STORE_LIMIT', /limit/],
  ])(
    'SQLSTATE %s is reported as %s, to be retried, and not as a server error',
    async (state, code, text) => {
      const user = await (await createSiteApp(site)).login('admin')
      const before = await countErrors()
      const response = await saveOwner(user, state)
      expect([response.status, response.headers['x-error-code']]).toEqual([503, code])
      expect(response.headers['retry-after']).toBe('2')
      expect(response.body.message).toMatch(text)
      expect(await countErrors()).toBe(before)
      expect((await saveOwner(user, 'a good name')).status).toBe(200)
    },
  )

  test('Home counts a single warning for many failed saves', async () => {
    const user = await (await createSiteApp(site)).login('admin')
    await site.db.execute(sql`delete from error_log where path = 'server'`)
    for (let save = 0; save < 3; save += 1) await saveOwner(user, '53100')
    await expect
      .poll(() => site.db.query(sql`select error_code from error_log where path = 'server'`))
      .toEqual([{ error_code: 'DISK_FULL' }])
    const home = await user.post('/api/home')
    const { data }: { data: { LINES: { ID: string; COUNT: number }[] } } = JSON.parse(home.text)
    expect(data.LINES.find(({ ID }) => ID === 'system/server-warnings')?.COUNT).toBe(1)
  })

  test('records the warning once the database can be written again', async () => {
    const here = await testDatabase()
    onTestFinished(() => here.close())
    const warnings = new ServerWarnings(here)
    await here.script('alter table error_log rename to error_log_away')
    expect([warnings.note('DISK_FULL', 'full'), warnings.note('DISK_FULL', 'full')]).toEqual([
      true,
      false,
    ])
    await warnings.write()
    await here.script('alter table error_log_away rename to error_log')
    await warnings.write()
    await warnings.stop()
    expect(await here.query(sql`select path, error_code from error_log`)).toEqual([
      { path: 'server', error_code: 'DISK_FULL' },
    ])
  })

  test('a program error remains a server error', async () => {
    const user = await (await createSiteApp(site)).login('admin')
    const response = await saveOwner(user, 'XX001')
    expect([response.status, response.headers['x-error-code']]).toEqual([500, 'SERVER_ERROR'])
  })
})

describe.runIf(testStore() === 'postgres')('a PostgreSQL server', () => {
  /** Database of the site opened as a role whose connections can be limited. */
  async function createLimitedSite() {
    const role = `limited_${randomUUID().slice(0, 8)}`
    await site.db
      .script(`create role ${role} login; grant all on all tables in schema public to ${role};
      grant all on all sequences in schema public to ${role}`)
    const url = new URL(testDatabaseUrl(site.db))
    url.username = role
    const db = await openDatabase({ url: url.href })
    onTestFinished(async () => {
      await db.close()
      await site.db.script(`drop owned by ${role}; drop role ${role}`)
    })
    const here = await createSiteApp({ db })
    const allow = async (connections: number) => {
      await site.db.script(`alter role ${role} connection limit ${connections}`)
      if (connections > 0) return
      await site.db.query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`)
    }
    return { db, user: await here.login('admin'), allow }
  }

  test('a database that has no free connection is reported as busy and is usable again later', async () => {
    const { user, allow } = await createLimitedSite()
    await allow(0)
    let response = await user.post('/api/session', {}, language)
    // The pool replaces its ended connections one by one. A connection whose last message was lost
    // counts as busy.
    const ended = new Set<unknown>(['STORE_RESTARTING', 'STORE_BUSY'])
    while (ended.has(response.headers['x-error-code'])) {
      response = await user.post('/api/session', {}, language)
    }
    expect([response.status, response.headers['x-error-code']]).toEqual([503, 'STORE_CONNECTIONS'])
    expect(response.headers['retry-after']).toBe('2')
    await allow(100)
    expect((await user.post('/api/session')).status).toBe(200)
  })

  test('a database that closes a connection during a save is reported as restarting', async () => {
    const { db, user } = await createLimitedSite()
    await site.db.script(`
      create or replace function end_self() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger end_self before insert on owner for each row
        when (new.owner_nm = 'ends') execute function end_self()`)
    const response = await saveOwner(user, 'ends')
    expect([response.status, response.headers['x-error-code']]).toEqual([503, 'STORE_RESTARTING'])
    expect(await db.query(sql`select 1 n`)).toEqual([{ n: 1 }])
  })

  test('a database that receives the wrong number of parameters is reported as a program error', async () => {
    await expect(site.db.query(raw('select $1::int'))).rejects.toMatchObject({
      name: 'DatabaseError',
      code: '08P01',
    })
  })
})
