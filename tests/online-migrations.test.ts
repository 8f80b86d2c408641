import { describe, expect, test } from 'vitest'
import { readMigrations } from '#server/db/migrate.ts'
import { findLongLocks } from './support/long-locks.ts'

/** Earlier migrations are applied everywhere, and new sites have no rows. */
const lastUnchecked = 529

/** Statements that stop the work of a large site, with the reason why that is acceptable. */
const accepted: Readonly<Record<string, string>> = {
  '0530_return_orders.sql add constraint receipt_line': 'one pass that finds only nulls',
  '0531_return_inspection.sql add constraint inventory_work': 'one pass over a narrow table',
  '0570_move_tasks.sql create index allocation': 'one pass that finds only nulls',
  '0751_blind_serials.sql create index receipt_line': 'one pass that finds few serials of returns',
  '0784_cancelled_backorders.sql create index shipment': 'one pass that finds few rows',
  '1014_allocations_of_balances.sql create index allocation':
    'seconds per million rows, which every scan of a count would read otherwise',
  '0789_half_width_lots.sql update receipt_line':
    'one pass that locks only open lines in full width',
  '0789_half_width_lots.sql update shipment_line':
    'one pass that locks only open lines in full width',
}

describe('migrations while other servers work', () => {
  test('no new migration holds a lock on a growing table while it passes over its rows', async () => {
    const migrations = await readMigrations()
    const complaints = migrations
      .filter(({ version }) => version > lastUnchecked)
      .flatMap(({ name, text }) =>
        findLongLocks(text).map(({ table, statement }) => `${name} ${statement} ${table}`),
      )
      .filter((complaint) => accepted[complaint] === undefined)
    expect(
      complaints,
      'add the constraint as not valid, fill the rows in batches after the start, or state why',
    ).toEqual([])
  })

  test.each([
    ['create index a on stock_movement (posted_at)', 'create index'],
    ['create unique index on receipt_line (a)', 'create index'],
    ["update receipt_line set note = 'a;b'", 'update'],
    ['delete from job where true', 'delete'],
    ['alter table shipment\n  add constraint a check (b > 0)', 'add constraint'],
    ['alter table only shipment add b integer check (b > 0)', 'add check'],
    ['alter table charge alter column qty type numeric', 'alter type'],
    ['alter table charge alter qty set not null', 'set not null'],
    ['alter table charge add a integer generated always as (b + 1) stored', 'add stored column'],
    ['alter table job add a uuid default gen_random_uuid()', 'default'],
  ])('the statement "%s" is found', (text, statement) => {
    expect(findLongLocks(text).map((found) => found.statement)).toEqual([statement])
  })

  test.each([
    ['create index a on owner (owner_nm)'],
    ['create table job_note (a text); create index b on job_note (a)'],
    ['create table job (a text); create index b on job (a); update job set a = 1'],
    ['alter table shipment add note text'],
    ['alter table shipment add constraint a check (b > 0) not valid'],
    ['create function f() returns trigger as $$ begin update job set a = 1; end $$'],
    ['-- update job set a = 1'],
  ])('the statement "%s" takes no long lock', (text) => {
    expect(findLongLocks(text)).toEqual([])
  })
})
