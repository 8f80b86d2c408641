import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import {
  testSiteOnDatabase,
  type SaveResponse,
  type TestSite,
  type TestUser,
} from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { createMemoryFolder } from '#tests/support/memory-folder.ts'
import { systemAccount } from '#tests/support/system-account.ts'
import { PostgresNode } from '#tests/torture/cluster/postgres-pair.ts'
import { findOrInstallPostgres } from '#tests/support/postgres-install.ts'

/** The role has no more permissions than the role of a site. */
const role = 'wms'

describe.runIf(testStore() === 'postgres')('reads from a replica', () => {
  let folder: string
  let primary: PostgresNode
  let standby: PostgresNode
  let site: TestSite
  let user: TestUser

  beforeAll(async () => {
    const programs = findOrInstallPostgres()?.folder ?? ''
    folder = fs.mkdtempSync(path.join(createMemoryFolder() ?? os.tmpdir(), 'wmsrr-'))
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
    const [url, replicaUrl] = [primary.url('wms', role), standby.url('wms', role)]
    const db = await openDatabase({ url, replicaUrl })
    await migrate(db)
    site = await testSiteOnDatabase(db)
    user = await site.login('admin')
  })

  afterAll(async () => {
    await site.close()
    await Promise.all([primary.kill(), standby.kill()])
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const isStandby = (db: Database): Promise<boolean> =>
    db.read(async (from) => {
      const [row] = await from.query<{ here: boolean }>(sql`select pg_is_in_recovery() here`)
      return row?.here ?? false
    })
  const waitForReplica = () => expect.poll(() => isStandby(site.db)).toBe(true)

  let added = 0
  async function addRemark(): Promise<string> {
    added += 1
    const remark = `remark ${added}`
    await site.db.execute(sql`
      update stock set remark = ${remark} where (owner_cd, stock_cd) = ('HANBIT', 'PLAIN')`)
    return remark
  }
  const listStock = (headers: Record<string, string> = {}): Promise<SaveResponse> =>
    user.call('/api/wms/master/stock', { SEARCH: { OWNER_CD: 'HANBIT' } }, headers)
  const readRemark = ({ body }: SaveResponse) =>
    body.data.find(({ STOCK_CD }) => STOCK_CD === 'PLAIN')?.['REMARK']

  test('a list read right after a save includes that save and is read from the replica', async () => {
    await waitForReplica()
    for (let round = 0; round < 20; round += 1) {
      const remark = await addRemark()
      const response = await listStock()
      expect(readRemark(response)).toBe(remark)
      expect(response.headers['x-read-from']).toBe('replica')
    }
  })

  test('counts, columns as a stream and exports come from the replica', async () => {
    const remark = await addRemark()
    const search = { SEARCH: { OWNER_CD: 'HANBIT' } }
    const counted = await user.call('/api/wms/master/stock', { ...search, COUNT: 'Y' })
    const streamed = await listStock({ accept: 'application/vnd.apache.arrow.stream' })
    const exported = await user.call('/api/file/exportQuery', {
      ...search,
      QUERY: 'master/stock',
      FILE_NM: 'items',
      COLUMNS: [{ name: 'REMARK', title: 'Remark', kind: 'text' }],
    })
    for (const { status, headers } of [counted, streamed, exported]) {
      expect([status, headers['x-read-from']]).toEqual([200, 'replica'])
    }
    expect(exported.bytes.toString('utf8')).toContain(remark)
    expect(streamed.bytes.toString('utf8')).toContain(remark)
  })

  test('a replica that lags behind is not read', async () => {
    await waitForReplica()
    await standby.ask('select pg_wal_replay_pause()')
    try {
      const remark = await addRemark()
      const response = await listStock()
      expect(readRemark(response)).toBe(remark)
      expect(response.headers['x-read-from']).toBeUndefined()
    } finally {
      await standby.ask('select pg_wal_replay_resume()')
    }
    await waitForReplica()
  })

  test('a replica that stops in the middle of a read is replaced by the primary', async () => {
    await waitForReplica()
    const seen: boolean[] = []
    const answer = await site.db.read(async (from) => {
      const [row] = await from.query<{ here: boolean }>(sql`select pg_is_in_recovery() here`)
      seen.push(row?.here ?? false)
      if (seen.length === 1) await standby.kill()
      return from.query(sql`select 1 as one`)
    })
    expect(answer).toEqual([{ one: 1 }])
    expect(seen).toEqual([true, false])
    expect(readRemark(await listStock())).toBe(`remark ${added}`)
    await standby.start()
    await waitForReplica()
  })

  test('a query that turns out to write fails on the replica and runs on the primary', async () => {
    await waitForReplica()
    const write = sql`update stock set remark = 'written' where stock_cd = 'PLAIN'`
    expect(await site.db.read((from) => from.execute(write))).toBe(2)
  })

  test('a standby that became a primary is not read', async () => {
    await primary.ask(`alter system set synchronous_standby_names = ''`)
    await primary.ask('select pg_reload_conf()')
    await waitForReplica()
    await standby.promote()
    await standby.ask(`update stock set remark = 'elsewhere' where stock_cd = 'PLAIN'`, [], 'wms')
    expect(readRemark(await listStock())).toBe('written')
    const remark = await addRemark()
    expect(readRemark(await listStock())).toBe(remark)
  })
})
