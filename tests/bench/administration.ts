import sql from 'sql-template-tag'
import { allEntries } from '#areas/menu-map.ts'
import { openSession } from '#server/auth/session.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Database } from '#server/db/database.ts'
import { noOrigin } from '#server/security/security-event.ts'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { makeFigure, type Figure } from './machine.ts'
import { TimedUser } from './timed-user.ts'

const users = 10_000
const roles = 300
const openPages = 200
const chunk = 1_000_000
const role = 'BN001'

/** Inserts without triggers or a time limit, as restoring a backup does. */
const run = (db: Database, text: string) =>
  db.transaction(async (tx) => {
    await tx.script('set local statement_timeout = 0; set local session_replication_role = replica')
    await tx.script('set local idle_in_transaction_session_timeout = 0')
    await tx.script(text)
  })

/**
 * Ten thousand users with three roles each, and three hundred roles with a fifth of all menus each.
 */
async function fillRights(db: Database): Promise<void> {
  const menus = allEntries.map(({ route }) => `('${route}')`).join(', ')
  await run(
    db,
    `
    insert into app_role (role_cd, role_nm)
      select 'BN' || to_char(n, 'fm000'), 'Role ' || n from generate_series(1, ${roles}) n;
    insert into role_menu (role_cd, menu_id, actions)
      select 'BN' || to_char(n, 'fm000'), m.menu_id, '{search,save,export}'
      from generate_series(1, ${roles}) n, (
        select menu_id, row_number() over (order by menu_id) place from (values ${menus}) v(menu_id)) m
      where (m.place + n) % 5 = 0;
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'bn' || to_char(n, 'fm00000'), 'User ' || n, '', 'Y' from generate_series(1, ${users}) n;
    insert into user_warehouse (user_id, wcode)
      select user_id, 'W01' from app_user where user_id like 'bn%';
    insert into user_role (user_id, role_cd)
      select 'bn' || to_char(n, 'fm00000'), 'BN' || to_char(1 + (n * k) % ${roles}, 'fm000')
      from generate_series(1, ${users}) n, unnest(array[1, 7, 91]) k on conflict do nothing;
    insert into user_role (user_id, role_cd)
      select user_id, '${role}' from app_user where user_id like 'bn%' order by user_id
      limit ${openPages} on conflict do nothing;`,
  )
}

/** One day of security events, spread evenly over the day and the users; not sealed. */
async function fillLog(db: Database, events: number): Promise<void> {
  const indexes = await db.query<{ name: string; made: string }>(sql`
    select indexname as name, indexdef as made from pg_indexes where tablename = 'security_event'
      and indexname not in (select conname from pg_constraint)`)
  await run(db, indexes.map(({ name }) => `drop index ${name};`).join(''))
  for (let from = 0; from < events; from += chunk) {
    const until = Math.min(from + chunk, events)
    await run(
      db,
      `insert into security_event (happened_at, kind_cd, outcome_cd, user_id, address, agent,
        operation, menu_id, trace_id, row_count)
      select '2026-03-03'::timestamptz + n * (interval '1 day' / ${events}),
        (array['PERSONAL', 'EXPORT', 'PRINT', 'CALL', 'LOGIN'])[1 + n % 5],
        case when n % 5 = 3 then 'REFUSED' else 'OK' end,
        'bn' || to_char(1 + (n * 7919) % ${users}, 'fm00000'), '10.1.' || n % 200 || '.' || n % 250,
        'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0', 'master/owner', 'Owner',
        md5(n::text), n % 1000
      from generate_series(${from}::bigint, ${until - 1}) n`,
    )
  }
  await run(db, indexes.map(({ made }) => `${made};`).join(''))
  await db.script('vacuum analyze security_event')
  const [size] = await db.query<{ text: string }>(sql`
    select pg_size_pretty(pg_total_relation_size('security_event')) as text`)
  console.log(`  ${events} events of one day, ${size?.text}`)
}

async function measureTimes(
  ask: () => Promise<{ readonly ms: number }>,
  runs = 15,
): Promise<number[]> {
  await ask()
  const all: number[] = []
  for (let index = 0; index < runs; index += 1) all.push((await ask()).ms)
  return all
}

async function measureRights(admin: TimedUser): Promise<Figure[]> {
  let at = 0
  const nextUser = () => `bn${String(1 + (((at += 1) * 613) % users)).padStart(5, '0')}`
  const timeRights = (extra: Record<string, string>) =>
    measureTimes(() => admin.query('system/effective-rights', { USER_ID: nextUser(), ...extra }))
  return [
    makeFigure('rights of one among 10,000, explained', 200, await timeRights({})),
    makeFigure('rights of two, compared', 400, await timeRights({ OTHER_ID: 'bn00002' })),
    makeFigure('rights of one on a past day', 400, await timeRights({ AS_OF_DT: '20260303' })),
    makeFigure(
      'who may do one thing',
      400,
      await measureTimes(() =>
        admin.query('system/who-may', { MENU_ID: 'Zone', SERVICE: 'master/save-zone' }),
      ),
    ),
  ]
}

interface Listening {
  readonly hearChange: (isMeant: RegExp) => Promise<void>
  readonly stop: () => void
}

async function listen(db: Database, url: string, userId: string): Promise<Listening> {
  const token = await openSession(db, userId, 'ko', noOrigin)
  const abort = new AbortController()
  const headers = { cookie: `sid=${token}` }
  const response = await fetch(`${url}/api/events`, { headers, signal: abort.signal })
  if (!response.ok || !response.body) throw new Error(`events: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const waitForChange = async (isMeant: RegExp): Promise<void> => {
    const { value, done } = await reader.read()
    if (done) throw new Error('the stream ended')
    if (!isMeant.test(value)) await waitForChange(isMeant)
  }
  return { hearChange: waitForChange, stop: () => abort.abort() }
}

const matrix = 'system/save-role-menus'

/** Toggles one permission of the role. Each save writes a change and a security event. */
async function changeRole(admin: TimedUser): Promise<{ readonly ms: number }> {
  const [row] = (await admin.query('system/role-menus', { ROLE_CD: role, MENU_ID: 'Zone' })).rows
  const SAVE_YN = row?.['SAVE_YN'] === 'Y' ? 'N' : 'Y'
  const change = { ROLE_CD: role, MENU_ID: 'Zone', SEARCH_YN: 'Y', SAVE_YN }
  return admin.save(matrix, [{ ...change, BATCH_FLAG: 'U', VERSION: row?.['VERSION'] ?? null }])
}

/** Measures the time from the start of the save until the last open page is notified. */
async function measureChange(db: Database, url: string, admin: TimedUser): Promise<Figure> {
  const names = await db.query<{ user_id: string }>(sql`
    select user_id from user_role where role_cd = ${role} and user_id like 'bn%'
    order by user_id limit ${openPages}`)
  const pages = await Promise.all(names.map(({ user_id: name }) => listen(db, url, name)))
  const all: number[] = []
  for (let index = 0; index < 10; index += 1) {
    const began = performance.now()
    const hearChange = Promise.all(pages.map((page) => page.hearChange(/save-role-menus/)))
    await changeRole(admin)
    await hearChange
    all.push(performance.now() - began)
  }
  for (const page of pages) page.stop()
  return makeFigure(`a changed role is felt by ${pages.length} open pages`, 1_000, all)
}

/**
 * Measures the same save with its log row, and with the row dropped before the insert. Alternates
 * between the two to run both under the same machine load. Most saves write no event at all, but
 * this one does.
 */
async function measureLogCost(db: Database, admin: TimedUser): Promise<void> {
  await db.script(`
    create table bench_no_log (n integer);
    create function bench_no_event() returns trigger language plpgsql as
      $$ begin if exists (select from bench_no_log) then return null; end if; return new; end $$;
    create trigger bench_no_event before insert on security_event
      for each row execute function bench_no_event();`)
  const taken: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let pair = 0; pair < 300; pair += 1) {
    await db.script('delete from bench_no_log')
    taken.with.push((await changeRole(admin)).ms)
    await db.script('insert into bench_no_log values (1)')
    taken.without.push((await changeRole(admin)).ms)
  }
  await db.script(`drop trigger bench_no_event on security_event; drop function bench_no_event();
    drop table bench_no_log`)
  const { medianMs: logged } = makeFigure('', 0, taken.with)
  const { medianMs: silent } = makeFigure('', 0, taken.without)
  const share = ((logged / silent - 1) * 100).toFixed(1)
  console.log(
    `  a save with its security event ${logged.toFixed(2)} ms, without ${silent.toFixed(2)} ms: ${share} % (at most 5)`,
  )
}

async function measureEvents(admin: TimedUser): Promise<Figure[]> {
  const day = { USER_ID: 'bn04711', HAPPENED_AT: '20260303' }
  const page = { FIRST: 0, ROWS: 100 }
  const timeSearch = (search: Record<string, string>) =>
    measureTimes(() => admin.page('system/security-events', search, page))
  return [
    makeFigure(
      "a user's day, all of it",
      300,
      await measureTimes(() => admin.query('system/security-events', day)),
    ),
    makeFigure("a user's day: first 100 rows", 300, await timeSearch(day)),
    makeFigure('the newest 100 of everybody', 300, await timeSearch({})),
  ]
}

export async function measureAdministration(events: number): Promise<Figure[]> {
  process.env['STORE'] = 'postgres'
  const kept = process.env['BENCH_DATABASE_URL']
  const db = kept ? await openDatabase({ url: kept }) : await testDatabase()
  const server = await startServer({ env: { DATABASE_URL: kept ?? testDatabaseUrl(db) } })
  try {
    const [there] = await db.query<{ n: number }>(sql`
      select count(*) n from app_role where role_cd = ${role}`)
    if (there?.n === 0) await fillRights(db)
    await db.script('vacuum analyze')
    const admin = await TimedUser.login(server.url)
    console.log(`  ${users} users, ${roles} roles, ${allEntries.length} menus`)
    const rights = [...(await measureRights(admin)), await measureChange(db, server.url, admin)]
    const [log] = await db.query<{ isThere: boolean }>(sql`
      select exists (select from security_event where user_id = 'bn00001') as "isThere"`)
    if (!log?.isThere) await fillLog(db, events)
    const found = await measureEvents(admin)
    await measureLogCost(db, admin)
    return [...rights, ...found]
  } finally {
    await server.discard()
    await db.close()
  }
}
