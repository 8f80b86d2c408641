import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { mastersReplicated } from '#server/engine/explain-database-error.ts'
import {
  followScript,
  leaveScript,
  publishScript,
  readMastersState,
  replicatedMasters,
} from '#server/db/replicated-masters.ts'
import { testSiteOnDatabase, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { checkAll, expectStock, addOrder, pickAll, runStep } from '#tests/support/floor.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { createMemoryFolder } from '#tests/support/memory-folder.ts'
import { findOrInstallPostgres } from '#tests/support/postgres-install.ts'
import { systemAccount } from '#tests/support/system-account.ts'
import { PostgresNode } from '#tests/torture/cluster/postgres-pair.ts'

/** One database with its own server, for a group of warehouses. */
interface Group {
  readonly node: PostgresNode
  readonly site: TestSite
  readonly user: TestUser
}

const programs = testStore() === 'postgres' ? (findOrInstallPostgres()?.folder ?? '') : ''

describe.runIf(testStore() === 'postgres')('two databases with the masters of the first', () => {
  let folder: string
  let first: Group
  let second: Group

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(createMemoryFolder() ?? os.tmpdir(), 'wmstd-'))
    fs.chmodSync(folder, 0o755)
    const as = systemAccount()
    if (as) fs.chownSync(folder, as.uid, as.gid)
    first = await startGroup('first', 'W01')
    second = await startGroup('second', 'W02')
    // Items that only the following database knows are replaced.
    await second.site.db.script(`insert into stock (owner_cd, stock_cd, stock_nm)
      values ('HANBIT', 'ELSEWHERE', 'of the second database only')`)
    await first.node.ask('create role follower login replication')
    run(first, publishScript('follower'))
    run(second, followScript('second', first.node.url('wms', 'follower')))
  }, 120_000)

  afterAll(async () => {
    await Promise.all([first.site.close(), second.site.close()])
    await Promise.all([first.node.kill(), second.node.kill()])
    fs.rmSync(folder, { recursive: true, force: true })
  })

  async function startGroup(name: string, wcode: string): Promise<Group> {
    const node = new PostgresNode({ programs, folder, name, port: await findFreePort() })
    node.initialise('wal_level = logical\n')
    await node.start()
    await node.ask('create role wms login')
    await node.ask('create database wms owner wms')
    const db = await openDatabase({ url: node.url('wms', 'wms') })
    await migrate(db)
    const site = await testSiteOnDatabase(db)
    return { node, site, user: await site.login('admin', wcode) }
  }

  /** Runs a printed script as an administrator of the database does. */
  function run({ node }: Group, script: string): void {
    const psql = path.join(programs, 'psql')
    const ran = spawnSync(psql, ['--no-psqlrc', '--set', 'ON_ERROR_STOP=1', node.url('wms')], {
      input: script,
      encoding: 'utf8',
    })
    expect(ran.stderr.replaceAll(/^NOTICE.*\n/gm, '')).toBe('')
    expect(ran.status).toBe(0)
  }

  const arrived = { isFollowing: true, waiting: [], missing: [] }
  async function findItem({ user }: Group, code: string) {
    const rows = await user.query('master/stock', { OWNER_CD: 'HANBIT' })
    return rows.find(({ STOCK_CD }) => STOCK_CD === code)
  }
  const getName = async (group: Group, code: string) => (await findItem(group, code))?.['STOCK_NM']
  const save = ({ user }: Group, row: Record<string, string | number | null>) =>
    user.save('master/save-stock', [{ OWNER_CD: 'HANBIT', BATCH_FLAG: 'I', ...row }])
  async function rename(group: Group, code: string, name: string) {
    return save(group, {
      ...(await findItem(group, code)),
      BATCH_FLAG: 'U',
      STOCK_NM: name,
    } as never)
  }

  /** Receives ten pieces of an item and ships four. */
  async function runWork({ user }: Group, code: string): Promise<void> {
    const receipt = await expectStock(user, [{ STOCK_CD: code, ORDER_QTY: 10 }])
    expect((await user.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])).status).toBe(200)
    const shipment = await addOrder(user, [{ STOCK_CD: code, ORDER_QTY: 4 }])
    await runStep(user, 'allocate', shipment)
    await runStep(user, 'mark-listed', shipment)
    await pickAll(user, shipment)
    await checkAll(user, shipment)
    await runStep(user, 'finish-check', shipment)
    await runStep(user, 'ship', shipment)
  }

  async function verifyGroup({ site }: Group): Promise<unknown[]> {
    await sealLedger(site.db)
    return (await verifyLedger(site.db)).filter(({ breaches }) => breaches.length > 0)
  }

  test('a changed and a new item of the first database reach the second', async () => {
    const readState = () => readMastersState(second.site.db)
    await expect.poll(readState, { timeout: 60_000 }).toEqual(arrived)
    expect(await getName(second, 'ELSEWHERE')).toBeUndefined()
    expect((await rename(first, 'PLAIN', 'Ceramic filter 2')).status).toBe(200)
    expect((await save(first, { STOCK_CD: 'NEW', STOCK_NM: 'New item', CBM: 0.5 })).status).toBe(
      200,
    )
    await expect.poll(() => getName(second, 'PLAIN')).toBe('Ceramic filter 2')
    await expect.poll(() => getName(second, 'NEW')).toBe('New item')
  })

  test('both receive and ship the same item on their own', async () => {
    for (const code of ['PLAIN', 'NEW']) {
      await Promise.all([runWork(first, code), runWork(second, code)])
    }
    expect([await verifyGroup(first), await verifyGroup(second)]).toEqual([[], []])
    for (const { node } of [first, second]) {
      const rows = await node.ask<{ qty: string }>(
        'select sum(qty)::int::text qty from stock_balance',
        [],
        'wms',
      )
      expect(rows).toEqual([{ qty: '12' }])
    }
  })

  test('a measure from today on reaches the billing of the second database', async () => {
    const changed = { ...(await findItem(first, 'NEW')), BATCH_FLAG: 'U', CBM: 0.7 }
    expect((await save(first, changed as never)).status).toBe(200)
    const getChargeNews = () =>
      second.node.ask('select stock_cd from charge_news where stock_cd is not null', [], 'wms')
    await expect.poll(getChargeNews).toEqual([{ stock_cd: 'NEW' }])
  })

  test('the second database refuses changes of every master, with the reason', async () => {
    const response = await rename(second, 'PLAIN', 'Renamed here')
    expect([response.status, response.body.message]).toEqual([409, mastersReplicated.ko])
    expect((await save(second, { STOCK_CD: 'HERE', STOCK_NM: 'x' })).status).toBe(409)
    for (const table of replicatedMasters) {
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(second.site.db.script(change)).rejects.toMatchObject({ code: 'WM010' })
      }
    }
    expect(await getName(second, 'PLAIN')).toBe('Ceramic filter 2')
  })

  test('the second works while the first is down, and receives its changes afterwards', async () => {
    await first.node.kill()
    await runWork(second, 'PLAIN')
    await first.node.start()
    await expect
      .poll(() => rename(first, 'PLAIN', 'Ceramic filter 3').then((a) => a.status))
      .toBe(200)
    await expect.poll(() => getName(second, 'PLAIN'), { timeout: 30_000 }).toBe('Ceramic filter 3')
    expect(await verifyGroup(second)).toEqual([])
  })

  test('a database that left maintains its masters, and can follow again', async () => {
    run(second, leaveScript())
    expect((await rename(second, 'OTHER', 'Renamed here')).status).toBe(200)
    expect((await save(second, { STOCK_CD: 'HERE', STOCK_NM: 'x' })).status).toBe(200)
    await runWork(second, 'HERE')
    run(second, followScript('second', first.node.url('wms', 'follower')))
    await expect
      .poll(async () => (await readMastersState(second.site.db)).waiting, { timeout: 60_000 })
      .toEqual([])
    expect(await getName(second, 'OTHER')).not.toBe('Renamed here')
    const { missing } = await readMastersState(second.site.db)
    expect(missing.length).toBeGreaterThan(0)
    expect((await save(first, { STOCK_CD: 'HERE', STOCK_NM: 'x' })).status).toBe(200)
    await expect.poll(() => readMastersState(second.site.db)).toEqual(arrived)
  })
})
