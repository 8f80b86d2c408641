import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeKind } from '#server/jobs/site-kinds.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addItem, putStock } from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    create table deleted_batch (table_nm text, n integer);
    create function note_deleted() returns trigger language plpgsql as $$
    begin
      insert into deleted_batch select tg_table_name, count(*) from gone;
      return null;
    end $$;
    create trigger note_deleted after delete on idempotency referencing old table as gone
      for each statement execute function note_deleted();
    create trigger note_deleted after delete on visit_log referencing old table as gone
      for each statement execute function note_deleted()`)
})
afterAll(() => site.close())

async function purge(argument: string): Promise<void> {
  const progress = (): Promise<void> => Promise.resolve()
  const call = { db: site.db, argument, progress, signal: new AbortController().signal }
  const none = { name: 'x', mailTo: [], ownerId: 'admin', job: undefined as never }
  const services = { send: () => Promise.resolve(undefined), backUp: () => Promise.resolve('') }
  await purgeKind.run({ ...none, ...services, ...call })
}

const daysAgoSql = (days: number) => `now() - interval '${days} days'`

test('a purge deletes at most 10,000 rows in each transaction, and every expired one', async () => {
  await site.db.script(`
    insert into idempotency (user_id, idempotency_key, body_hash, created_at)
      select 'admin', 'a key ' || n + 100000, 'x', ${daysAgoSql(8)} from generate_series(1, 30000) n;
    insert into visit_log (visited_at, user_id, menu_id)
      select ${daysAgoSql(91)}, 'a', 'b' from generate_series(1, 30000)`)
  await purge('90')
  const batches = await site.db.query(sql`
    select table_nm, sum(n)::int deleted, max(n) <= 10000 and count(*) > 2 small
    from deleted_batch group by 1 order by 1`)
  expect(batches).toEqual([
    { table_nm: 'idempotency', deleted: 30_000, small: true },
    { table_nm: 'visit_log', deleted: 30_000, small: true },
  ])
})

test('save keys are retained for seven days, regardless of the retention of other records', async () => {
  await site.db.script(`
    delete from idempotency;
    insert into idempotency (user_id, idempotency_key, body_hash, created_at) values
      ('admin', 'key of 8 days', 'x', ${daysAgoSql(8)}), ('admin', 'key of 6 days', 'x', ${daysAgoSql(6)})`)
  await purge('90')
  expect(await site.db.query(sql`select idempotency_key from idempotency`)).toEqual([
    { idempotency_key: 'key of 6 days' },
  ])
})

test('visits are retained for the 30 days that the menu list counts', async () => {
  await site.db.script(`
    delete from visit_log;
    insert into visit_log (visited_at, user_id, menu_id) values
      (${daysAgoSql(31)}, 'a', 'OLD'), (${daysAgoSql(29)}, 'a', 'COUNTED')`)
  await purge('7')
  expect(await site.db.query(sql`select menu_id from visit_log`)).toEqual([{ menu_id: 'COUNTED' }])
})

test('events are purged although no page was ever open', async () => {
  await site.db.script(`
    delete from event_log;
    insert into event_log (event_cd, content, happened_at)
      values ('change', '{"AGE": "old"}', ${daysAgoSql(2)}), ('change', '{"AGE": "new"}', now())`)
  await purge('90')
  expect(await site.db.query(sql`select content from event_log`)).toEqual([
    { content: { AGE: 'new' } },
  ])
})

test('stock movements remain verified after their keys have been purged', async () => {
  await putStock(site.db, { item: await addItem(site.db, 'OLD'), qty: 1 })
  const lostKey = await findFailingChecks(site, [], 'delete from idempotency')
  expect(lostKey).toContain('One acknowledged save per movement')
  const old = daysAgoSql(8)
  const purged = await findFailingChecks(
    site,
    ['stock_movement'],
    `update stock_movement set posted_at = ${old}; delete from idempotency`,
  )
  expect(purged).not.toContain('One acknowledged save per movement')
})

test('old schedule runs and removed backups expire, while pending runs and existing backups remain', async () => {
  await site.db.script(`
    insert into job (job_id, kind, payload, user_id, state_cd)
      values ('00000000-0000-4000-8000-000000000001', 'NONE', '{}', 'admin', 'QUEUED');
    insert into schedule_run (schedule_cd, due_at, created_at, job_id, skipped_cd) values
      ('deleted job', now(), ${daysAgoSql(31)}, '00000000-0000-4000-8000-000000000002', null),
      ('skipped', now(), ${daysAgoSql(31)}, null, 'OVERLAP'),
      ('waiting', now(), ${daysAgoSql(31)}, null, null),
      ('existing job', now(), ${daysAgoSql(31)}, '00000000-0000-4000-8000-000000000001', null),
      ('recent', now(), ${daysAgoSql(29)}, null, 'MISSED');
    insert into backup_run (host_nm, state_cd, started_at, finished_at, verified_at, removed_at)
    values
      ('removed', 'DONE', ${daysAgoSql(40)}, ${daysAgoSql(40)}, ${daysAgoSql(40)}, ${daysAgoSql(31)}),
      ('kept', 'DONE', ${daysAgoSql(40)}, ${daysAgoSql(40)}, ${daysAgoSql(40)}, null),
      ('failed', 'FAILED', ${daysAgoSql(40)}, ${daysAgoSql(31)}, null, null),
      ('failed lately', 'FAILED', ${daysAgoSql(40)}, ${daysAgoSql(29)}, null, null)`)
  await purge('30')
  const runs = await site.db.query<{ code: string }>(sql`
    select schedule_cd code from schedule_run order by 1`)
  expect(runs.map(({ code }) => code)).toEqual(['existing job', 'recent', 'waiting'])
  const backups = await site.db.query<{ host: string }>(sql`
    select host_nm host from backup_run order by 1`)
  expect(backups.map(({ host }) => host)).toEqual(['failed lately', 'kept'])
})
