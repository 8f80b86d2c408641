import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stockCopy } from '#areas/inventory/server/stock-copy.ts'
import { stockBalancesHandler } from '#areas/inventory/server/stock-reports.ts'
import type { Caller } from '#server/auth/caller.ts'
import { leaseChangeLog } from '#server/columns/change-log.ts'
import { ColumnCopies } from '#server/columns/column-copies.ts'
import type { Queryable } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { groupFromCopy } from '#server/engine/copied-groups.ts'
import { runQuery, type QueryRequest } from '#server/engine/run-query.ts'
import { applyGrouping } from '#server/engine/summary.ts'
import { eventSources } from '#server/events/event-sources.ts'
import { publishEvent } from '#server/events/publish-event.ts'
import { testSiteOnDatabase, type TestSite } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import { putStock } from '#tests/support/floor.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { createMemoryFolder } from '#tests/support/memory-folder.ts'
import { findOrInstallPostgres } from '#tests/support/postgres-install.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { systemAccount } from '#tests/support/system-account.ts'
import { PostgresNode } from '#tests/torture/cluster/postgres-pair.ts'

const role = 'wms'
const staff: Caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko',
  today: '20261120',
}

/** A standby that does not wait for all saves takes over without the last ones. */
describe.runIf(testStore() === 'postgres')('a server whose database lost saves', () => {
  let folder: string
  let primary: PostgresNode
  let standby: PostgresNode
  let site: TestSite
  let copies: ColumnCopies

  beforeAll(async () => {
    const programs = findOrInstallPostgres()?.folder ?? ''
    folder = fs.mkdtempSync(path.join(createMemoryFolder() ?? os.tmpdir(), 'wmsls-'))
    fs.chmodSync(folder, 0o755)
    const as = systemAccount()
    if (as) fs.chownSync(folder, as.uid, as.gid)
    const createNode = async (name: string) =>
      new PostgresNode({ programs, folder, name, port: await findFreePort() })
    primary = await createNode('primary')
    standby = await createNode('standby')
    primary.initialise()
    await primary.start()
    await primary.ask(`create role ${role} login`)
    await primary.ask(`create database wms owner ${role}`)
    await standby.follow(primary)
    await primary.ask(`alter system set synchronous_standby_names = ''`)
    await primary.ask('select pg_reload_conf()')
    const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`)
    const db = await openDatabase({ url: `postgresql://${role}@${hosts.join()}/wms` })
    await migrate(db)
    site = await testSiteOnDatabase(db)
    copies = new ColumnCopies(db, { megabytes: 128, minRows: 1 }, () => undefined)
  })

  afterAll(async () => {
    await copies.close()
    await site.close()
    await Promise.all([primary.kill(), standby.kill()])
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const publishMark = (db: Queryable, OPERATION: string) =>
    publishEvent(db, {
      source: eventSources.save,
      wcode: null,
      owners: null,
      content: { OPERATION },
    })

  const group = { by: [{ column: 'STOCK_CD' }], sums: ['QTY'] }
  const groupRequest = () => ({
    handler: applyGrouping(stockBalancesHandler, group),
    request: { search: {} } as QueryRequest,
  })
  async function readSummaries() {
    const asked = groupRequest()
    const copied = await groupFromCopy(copies, staff, asked)
    const run = ({ handler, request }: typeof asked) => runQuery(site.db, handler, staff, request)
    return { isCopied: copied !== asked, rows: await run(copied), correct: await run(asked) }
  }

  async function failOver(beforeIt: () => Promise<void>): Promise<void> {
    await expect
      .poll(async () => {
        const [row] = await primary.ask<{ same: boolean }>(
          'select replay_lsn = pg_current_wal_lsn() same from pg_stat_replication',
        )
        return row?.same
      })
      .toBe(true)
    await standby.ask(`alter system set primary_conninfo = ''`)
    await standby.ask('select pg_reload_conf()')
    await expect.poll(() => standby.ask('select 1 from pg_stat_wal_receiver')).toEqual([])
    await beforeIt()
    await primary.kill()
    await standby.promote()
    await expect
      .poll(() => site.db.query(sql`select 1 "one"`).catch(() => []), { timeout: 20_000 })
      .toEqual([{ one: 1 }])
  }

  test('reports and open pages show what the new primary has', async () => {
    await putStock(site.db, { item: 'PLAIN', qty: 5 })
    await site.db.script('analyze stock_balance')
    await vi.waitFor(
      async () => {
        await copies.start(stockCopy)
        expect((await readSummaries()).isCopied).toBe(true)
      },
      { timeout: 10_000 },
    )
    const here = await createSiteApp(site)
    const address = await here.listen()
    const user = await here.login('admin')
    const reader = await readEvents(address, user.cookie)
    await failOver(async () => {
      await putStock(site.db, { item: 'PLAIN', qty: 100, cell: 'A-002' })
      for (let n = 0; n < 100; n += 1) await publishMark(site.db, `lost ${n}`)
      expect((await readSummaries()).rows).toEqual([expect.objectContaining({ QTY: 105 })])
      await reader.next(({ data }) => data['OPERATION'] === 'lost 99')
    })
    // The lease is not replicated, so each server takes it again.
    await leaseChangeLog(site.db)
    await putStock(site.db, { item: 'PLAIN', qty: 7, cell: 'A-003' })
    await publishMark(site.db, 'kept')
    const { rows, correct } = await readSummaries()
    expect(correct).toEqual([expect.objectContaining({ QTY: 12 })])
    expect(rows).toEqual(correct)
    await reader.next(({ event }) => event === 'reset')
    await publishMark(site.db, 'after')
    await reader.next(({ data }) => data['OPERATION'] === 'after')
    await vi.waitFor(async () => expect((await readSummaries()).isCopied).toBe(true), {
      timeout: 10_000,
    })
    expect((await readSummaries()).rows).toEqual(correct)
  })
})
