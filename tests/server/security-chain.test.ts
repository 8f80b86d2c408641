import fs from 'node:fs'
import path from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import type { Queryable } from '#server/db/database.ts'
import { buildApp } from '#server/site/app.ts'
import { sealSecurity } from '#server/security/seal-security.ts'
import { signHeads, verifyHeads } from '#server/security/signed-heads.ts'
import { verifySecurity } from '#server/security/verify-security.ts'
import { testPassword, testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { eventsSince, lastEvent, getEvents, tryLogin } from '#tests/support/security-events.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  // Creates more than a few events of both classes.
  for (let time = 0; time < 12; time += 1) await site.login('second')
  await admin.save('system/save-role-menus', [
    { ROLE_CD: 'CUSTOMER', MENU_ID: 'Zone', SEARCH_YN: 'Y', BATCH_FLAG: 'U' },
  ])
})
afterAll(() => site.close())

type Row = Record<string, Value>

const getLastEvent = () => lastEvent(site)
const getEventsSince = (no: number, count: number) => eventsSince(site, no, count)
const getEventsDuring = (act: () => Promise<unknown>) => getEvents(site, act)
const login = (userId: string, password: string) => tryLogin(site, userId, password)

const findBreaches = async (db: Queryable) =>
  (await verifySecurity(db)).flatMap(({ breaches }) => breaches)

class RollbackSignal extends Error {}

/** Runs the checks after a statement that bypasses the guards, then rolls back. */
async function findBreachesAfter(statement: string): Promise<Record<string, unknown>[]> {
  let breaches: Record<string, unknown>[] = []
  const plant = site.db.transaction(async (tx) => {
    await tx.script('alter table security_event disable trigger user')
    await tx.script(statement)
    breaches = await findBreaches(tx)
    throw new RollbackSignal()
  })
  await expect(plant).rejects.toThrow(RollbackSignal)
  return breaches
}

test('rows cannot be changed or deleted, and tampering is detected', async () => {
  await admin.query('system/security-events')
  await sealSecurity(site.db)
  expect(await findBreaches(site.db)).toEqual([])
  const no = await getLastEvent()
  const rows = site.db.execute(sql`delete from security_event where event_no = ${no}`)
  await expect(rows).rejects.toThrow(/never changed/)
  const change = site.db.execute(sql`update security_event set user_id = 'x'`)
  await expect(change).rejects.toThrow(/never changed/)
  const changed = await findBreachesAfter(
    `update security_event set user_id = 'x' where event_no = ${no}`,
  )
  expect(changed).toMatchObject([{ event_no: no }])
  const gone = await findBreachesAfter(`delete from security_event where event_no = ${no}`)
  expect(gone).toContainEqual(expect.objectContaining({ event_no: no }))
})

test('a row deleted before it is sealed is detected', async () => {
  await getEventsDuring(() => login('second', testPassword))
  const no = await getLastEvent()
  const gone = await findBreachesAfter(`delete from security_event where event_no = ${no}`)
  expect(gone).toEqual([{ event_no: no }])
})

test('sealing writes each event as one JSON line with its chain', async () => {
  await sealSecurity(site.db)
  const before = await getLastEvent()
  await login('second', 'a wrong word')
  await login('second', testPassword)
  await login('nobody\n{"log":"security"}', 'a wrong word')
  const rows = await getEventsSince(before, 3)
  const lines: string[] = []
  await sealSecurity(site.db, (line) => lines.push(line))
  expect(lines.map((line) => JSON.parse(line).no)).toEqual(rows.map((row) => row.event_no))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    log: 'security',
    kind: 'LOGIN',
    chain: 'ACCESS',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  // Local time with the letter of UTC would be hours off.
  expect(Math.abs(Date.parse(JSON.parse(lines[0] ?? '').at) - Date.now())).toBeLessThan(3_600_000)
  expect(lines.join(' ')).not.toMatch(/wrong word|password for tests/)
  expect(lines.every((line) => !line.includes('\n'))).toBe(true)
})

test('the running server seals the log and writes JSON lines if configured', async () => {
  const lines: string[] = []
  const app = await buildApp({
    db: site.db,
    logLevel: 'fatal',
    settings: { dataDir: temporaryFolder(), ledgerMs: 1, securityLines: true },
    securityTo: { write: (line) => lines.push(line) },
  })
  await app.ready()
  const before = await getLastEvent()
  await login('second', testPassword)
  const [event] = await getEventsSince(before, 1)
  while (!lines.some((line) => line.includes(`"no": ${event?.event_no}`))) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  await app.close()
  expect(await findBreaches(site.db)).toEqual([])
})

/** Ages all sealed events as if they had been sealed that many days ago. */
async function ageEvents(days: number): Promise<void> {
  await sealSecurity(site.db)
  await site.db.transaction(async (tx) => {
    await tx.script(`
      alter table security_event disable trigger user;
      alter table security_seal disable trigger user;
      update security_event set happened_at = happened_at - interval '${days} days';
      insert into security_queue select event_no from security_event;
      delete from security_seal;
      update security_head set seal_no = 0, hash = '', base_no = 0, base_hash = '';
      alter table security_event enable trigger user;
      alter table security_seal enable trigger user;`)
  })
  await sealSecurity(site.db)
}

test('the purge follows the retention of each kind, logs itself and keeps the chain valid', async () => {
  await ageEvents(800)
  const count = async (condition: string) => {
    const rows = await site.db.query<{ n: number }>(
      condition === 'RIGHTS'
        ? sql`select count(*) n from security_event where security_class(kind_cd) = 'RIGHTS'`
        : sql`select count(*) n from security_event where security_class(kind_cd) = 'ACCESS'`,
    )
    return rows[0]?.n ?? 0
  }
  const [access, rights] = [await count('ACCESS'), await count('RIGHTS')]
  expect(access).toBeGreaterThan(10)
  await login('second', testPassword)
  await site.db.query(sql`select purge_security('ACCESS', now() - interval '730 days', 'system')`)
  await site.db.query(sql`select purge_security('RIGHTS', now() - interval '1095 days', 'system')`)
  expect([await count('ACCESS'), await count('RIGHTS')]).toEqual([1, rights + 1])
  await sealSecurity(site.db)
  const [purged] = await admin.query('system/security-events', { KIND_CD: 'PURGE' })
  expect(purged).toMatchObject({ SUBJECT_CD: 'ACCESS', ROW_COUNT: access, USER_ID: 'system' })
  expect(await findBreaches(site.db)).toEqual([])
  // Without the purge event the gap is detected.
  const gone = await findBreachesAfter(`delete from security_event where kind_cd = 'PURGE'`)
  expect(gone).toContainEqual(expect.objectContaining({ class_cd: 'ACCESS', base_no: access }))
})

test('the purge is scheduled nightly, and its retention days are validated', async () => {
  const [row] = await admin.query('system/schedules', { SCHEDULE_CD: 'NIGHT-SECURITY' })
  expect(row).toMatchObject({ KIND_CD: 'SECURITY_PURGE', ARGUMENT: '730 1095' })
  const save = (ARGUMENT: string) =>
    admin.save('system/save-schedules', [{ ...row, ARGUMENT, BATCH_FLAG: 'U' } as Row])
  for (const argument of ['730', '100 1095', '730 400', 'x y']) {
    const { status, body } = await save(argument)
    expect([argument, status, body.rows[0]?.COLUMN]).toEqual([argument, 422, 'ARGUMENT'])
  }
  expect((await save('365 1825')).status).toBe(200)
})

test('a truncated tail or a forged head is detected by the signed heads of the site', async () => {
  const folder = temporaryFolder()
  for (let times = 0; times < 2; times += 1)
    await getEventsDuring(() => login('second', testPassword))
  await sealSecurity(site.db)
  await signHeads(site.db, folder)
  const check = async (db: Queryable) => (await verifyHeads(db, folder)).breaches
  expect(await check(site.db)).toEqual([])
  const cut = site.db.transaction(async (tx) => {
    await tx.script(`alter table security_event disable trigger user;
      alter table security_seal disable trigger user;
      delete from security_event e using security_seal s where s.event_no = e.event_no
        and s.class_cd = 'ACCESS' and s.seal_no > (select max(seal_no) - 1 from security_seal
          where class_cd = 'ACCESS');
      delete from security_seal where class_cd = 'ACCESS' and seal_no > (
        select max(seal_no) - 1 from security_seal where class_cd = 'ACCESS');
      update security_head h set (seal_no, hash) = (select seal_no, hash from security_seal
        where class_cd = 'ACCESS' order by seal_no desc limit 1) where class_cd = 'ACCESS'`)
    expect(await findBreaches(tx)).toEqual([])
    // The next round must not replace the head with the previous one.
    await signHeads(tx, folder)
    expect(await check(tx)).toMatchObject([{ chain: 'ACCESS', isGenuine: true }])
    throw new RollbackSignal()
  })
  await expect(cut).rejects.toThrow(RollbackSignal)
  const file = path.join(folder, 'security-heads.json')
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"seal":\d+/, '"seal":1'))
  expect(await check(site.db)).toMatchObject([{ seal: 1, isGenuine: false }])
})
