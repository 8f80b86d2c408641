import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Database,
  StatementTimeoutError,
  StoreBusyError,
  StoreFullError,
  StoreOpenError,
} from '#server/db/database.ts'
import { openStore } from '#server/db/open-store.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { type EmbeddedStore, openEmbeddedStore } from '#server/db/embedded-store.ts'
import { type StoreLimits, storeLimits } from '#server/db/store-limits.ts'
import { Child } from '#tests/support/child.ts'
import { testStore } from '#tests/support/database.ts'
import { soakSize } from '#tests/support/suite.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

async function openIn(dataDir: string, limits: Partial<StoreLimits> = {}): Promise<EmbeddedStore> {
  const store = await openEmbeddedStore({ dataDir, limits: storeLimits(limits) })
  onTestFinished(() => store.close())
  return store
}

const storeChild = new URL('../../support/store-child.ts', import.meta.url)

function startChild(dataDir: string, mode: 'hold' | 'write', first = 1): Child {
  const child = new Child(storeChild, [dataDir, mode, String(first)])
  onTestFinished(() => child.kill())
  return child
}

/** All database files with their size, except the PID file, which comes and goes. */
function listDatabaseFiles(dataDir: string): string[] {
  const folder = path.join(dataDir, 'postgres')
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => name !== 'postmaster.pid')
    .map((name) => `${name} ${fs.statSync(path.join(folder, name)).size}`)
}

let model: string | undefined

/** Copies the folder of an initialized store, which is faster than creating one. */
async function copyUsedFolder(): Promise<string> {
  if (model === undefined) {
    model = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-model-'))
    await (await openEmbeddedStore({ dataDir: model, limits: storeLimits() })).close()
  }
  const folder = temporaryFolder()
  fs.cpSync(model, folder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return folder
}

afterAll(() => {
  if (model !== undefined) fs.rmSync(model, { recursive: true, force: true })
})

const endless = sql`select count(*) from generate_series(1, 1000000000000) as n`

const withMarks = 'create table if not exists mark (id bigint primary key)'

async function countMarks(db: Database): Promise<number> {
  const rows = await db.query<{ n: number }>(sql`select count(*) as n from mark`)
  return rows[0]?.n ?? 0
}

describe.runIf(testStore() === 'embedded')('the embedded store', () => {
  test('syncs every commit to disk', async () => {
    const db = await openIn(temporaryFolder())
    await db.script(withMarks)
    const before = (await db.health()).syncs ?? 0
    for (let id = 1; id <= 20; id += 1) await db.execute(sql`insert into mark values (${id})`)
    const after = (await db.health()).syncs ?? 0
    expect(after - before).toBeGreaterThanOrEqual(20)
  })

  test('refuses to start without sync', async () => {
    const dataDir = temporaryFolder()
    const opened = openEmbeddedStore({ dataDir, limits: storeLimits(), withoutSync: true })
    await expect(opened).rejects.toThrow('does not sync its commits')
  })

  test('exits immediately if a sync fails and loses no acknowledged row', async () => {
    const dataDir = await copyUsedFolder()
    const sign = path.join(temporaryFolder(), 'fail')
    const preload = new URL('../../support/fail-sync.ts', import.meta.url).href
    const child = new Child(storeChild, [dataDir, 'write'], {
      env: { FAIL_SYNC_SIGN: sign },
      execArgv: ['--import', preload],
    })
    onTestFinished(() => child.kill())
    await child.line('ack 10')
    fs.writeFileSync(sign, '')
    expect(await child.ended).toBe(70)
    expect(child.lines.some((line) => line.includes('FATAL fsync failed: EIO'))).toBe(true)
    const promised = child.lines.filter((line) => line.startsWith('ack ')).length
    expect(await countMarks(await openIn(dataDir))).toBeGreaterThanOrEqual(promised)
  })

  test('loses no acknowledged row if its process is killed while writing', async () => {
    const dataDir = temporaryFolder()
    let last = 0
    for (let cycle = 1; cycle <= soakSize(5, 2); cycle += 1) {
      // Skips ids that the killed process might have committed without acknowledging.
      const child = startChild(dataDir, 'write', last + 1_000)
      await child.line(`ack ${last + 1_000 + 10 * cycle}`)
      await child.kill()
      last = Number(child.lines.findLast((line) => line.startsWith('ack '))?.slice(4))
      const acknowledged = child.lines.flatMap((line) =>
        line.startsWith('ack ') ? [Number(line.slice(4))] : [],
      )
      const db = await openEmbeddedStore({ dataDir, limits: storeLimits() })
      const kept = await db.query<{ id: number }>(sql`select id from mark`)
      await db.close()
      const ids = new Set(kept.map(({ id }) => id))
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    }
  })

  test('starts despite the remains of an interrupted first start', async () => {
    const dataDir = temporaryFolder()
    fs.mkdirSync(path.join(dataDir, 'postgres.creating', 'base'), { recursive: true })
    fs.writeFileSync(path.join(dataDir, 'postgres.creating', 'PG_VERSION'), '18\n')
    const db = await openIn(dataDir)
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  test('a store that cannot be opened is left unchanged, and the error suggests a remedy', async () => {
    const dataDir = await copyUsedFolder()
    await (await openIn(dataDir)).close()
    const control = path.join(dataDir, 'postgres', 'global', 'pg_control')
    fs.truncateSync(control, 0)
    const before = listDatabaseFiles(dataDir)
    const error: unknown = await openDatabase({ dataDir, env: {} }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(StoreOpenError)
    expect(String(error)).toMatch(/백업을 복원.*\n.*restore a backup/)
    expect(listDatabaseFiles(dataDir)).toEqual(before)
  })

  test('the embedded store never creates a database over a folder with other content', async () => {
    const dataDir = temporaryFolder()
    fs.mkdirSync(path.join(dataDir, 'postgres'))
    fs.writeFileSync(path.join(dataDir, 'postgres', 'pg_control.rescued'), 'precious')
    await expect(openDatabase({ dataDir, env: {} })).rejects.toBeInstanceOf(StoreOpenError)
    expect(listDatabaseFiles(dataDir)).toEqual(['pg_control.rescued 8'])
  })

  test('a store of another version is rejected with both versions named', async () => {
    const dataDir = await copyUsedFolder()
    await (await openIn(dataDir)).close()
    const note = path.join(dataDir, 'store.json')
    const written: unknown = JSON.parse(fs.readFileSync(note, 'utf8'))
    fs.writeFileSync(note, JSON.stringify({ ...Object(written), engine: '0.4.9' }))
    await expect(openDatabase({ dataDir, env: {} })).rejects.toThrow(/0\.4\.9.*0\.5\./)
  })
})

describe.runIf(testStore() === 'embedded')('the folder of the embedded store', () => {
  test('belongs to one process, and the error in a second process names the first', async () => {
    const dataDir = await copyUsedFolder()
    const first = startChild(dataDir, 'hold')
    await first.line('open')
    const second = startChild(dataDir, 'hold')
    expect(await second.line('refused')).toContain(`process ${first.pid} on`)
    expect(await second.ended).toBe(3)
    await expect(openDatabase({ dataDir, env: {} })).rejects.toThrow(`process ${first.pid} on`)
  })

  test('the folder of an embedded store cannot be opened twice by the same process', async () => {
    const dataDir = await copyUsedFolder()
    await openIn(dataDir)
    await expect(openDatabase({ dataDir, env: {} })).rejects.toThrow(`process ${process.pid} on`)
  })

  test('becomes available again after a normal exit and after a kill', async () => {
    const dataDir = await copyUsedFolder()
    const first = startChild(dataDir, 'hold')
    await first.line('open')
    await first.kill()
    expect(fs.existsSync(path.join(dataDir, '.lock'))).toBe(true)
    const second = startChild(dataDir, 'hold')
    await second.line('open')
    second.process.stdin?.end()
    expect(await second.ended).toBe(0)
    expect(fs.existsSync(path.join(dataDir, '.lock'))).toBe(false)
    await openIn(dataDir)
  })

  test('stays locked while its process is only suspended', async () => {
    const dataDir = await copyUsedFolder()
    const holder = startChild(dataDir, 'hold')
    await holder.line('open')
    holder.process.kill('SIGSTOP')
    await expect(openDatabase({ dataDir, env: {} })).rejects.toThrow(`process ${holder.pid} on`)
    // The lock also holds if the lock file or the kernel lock file was deleted.
    const note = path.join(dataDir, '.lock')
    const name = fs.readFileSync(note)
    fs.rmSync(note)
    await expect(openDatabase({ dataDir, env: {} })).rejects.toThrow('in use by another process')
    fs.writeFileSync(note, name)
    fs.rmSync(path.join(dataDir, '.lock-kernel'))
    await expect(openDatabase({ dataDir, env: {} })).rejects.toThrow(`process ${holder.pid} on`)
    holder.process.kill('SIGCONT')
  })

  test('stays locked by a process on another machine', async () => {
    const dataDir = temporaryFolder()
    const elsewhere = { pid: 1, startedAt: '1', bootId: 'another', hostname: 'other-host' }
    fs.writeFileSync(path.join(dataDir, '.lock'), JSON.stringify(elsewhere))
    await expect(openDatabase({ dataDir, env: {} })).rejects.toThrow('process 1 on other-host')
  })

  test('remains untouched if several processes or an incomplete server configuration are set', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const openRefused = (env: Record<string, string>): Promise<unknown> =>
      openDatabase({ dataDir, env }).catch((error: unknown) => error)
    for (const [env, word] of [
      [{ PGHOST: 'db.local' }, 'PGHOST is set but DATABASE_URL is not'],
      [{ PGUSER: 'wms', PGPASSWORD: 'x' }, 'PGUSER, PGPASSWORD is set'],
      [{ WEB_CONCURRENCY: '2' }, 'several are configured (WEB_CONCURRENCY)'],
      [{ NODE_APP_INSTANCE: '1' }, 'NODE_APP_INSTANCE'],
    ] as const) {
      const error = await openRefused(env)
      expect(error).toBeInstanceOf(StoreOpenError)
      expect(String(error)).toContain(word)
    }
    expect(fs.existsSync(dataDir)).toBe(false)
  })
})

describe.runIf(testStore() === 'embedded')('the embedded store under load', () => {
  test('cancels a statement past its time limit and keeps committed data', async () => {
    const db = await openIn(await copyUsedFolder(), { watchdogMs: 2_000 })
    await db.script(`${withMarks}; insert into mark values (1)`)
    const received = new Promise<string>((resolve) => void db.listen('after', resolve))
    const late = db.transaction(async (tx) => {
      await tx.execute(sql`insert into mark values (2)`)
      await tx.query(endless).catch(() => undefined)
      // The connection is closed, so nothing can be written outside the lost transaction.
      await tx.execute(sql`insert into mark values (3)`)
    })
    const waiting = countMarks(db)
    await expect(late).rejects.toThrow('restarted during this transaction')
    expect(await waiting).toBe(1)
    await expect(db.query(endless)).rejects.toBeInstanceOf(StatementTimeoutError)
    await db.query(sql`select pg_notify('after', 'it listens again')`)
    expect(await received).toBe('it listens again')
    expect(await db.health()).toMatchObject({ ok: true })
  })

  test('reports busy if too many statements are waiting', async () => {
    const db = await openIn(await copyUsedFolder(), { queueDepth: 2 })
    const { promise: finished, resolve: finish } = Promise.withResolvers<undefined>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>()
    const held = db.transaction(() => {
      begin(undefined)
      return finished
    })
    await begun
    const first = db.query(sql`select 1 as n`)
    const second = db.query(sql`select 2 as n`)
    await expect(db.query(sql`select 3`)).rejects.toBeInstanceOf(StoreBusyError)
    finish(undefined)
    await held
    expect([await first, await second]).toEqual([[{ n: 1 }], [{ n: 2 }]])
  })

  test('rolls back an idle transaction and serves the others', async () => {
    const db = await openIn(await copyUsedFolder(), { idleTransactionMs: 200 })
    await db.script(withMarks)
    const { promise: woken, resolve: wake } = Promise.withResolvers<undefined>()
    const idle = db.transaction(async (tx) => {
      await tx.execute(sql`insert into mark values (1)`)
      await woken
      await tx.execute(sql`insert into mark values (2)`)
    })
    expect(await countMarks(db)).toBe(0)
    wake(undefined)
    await expect(idle).rejects.toMatchObject({ code: '25P03' })
    expect(await countMarks(db)).toBe(0)
  })

  test('rejects writes on a nearly full disk, still reads, and resumes when space is free', async () => {
    const limits = storeLimits()
    const db = await openEmbeddedStore({ dataDir: await copyUsedFolder(), limits })
    onTestFinished(() => db.close())
    await db.script(`${withMarks}; insert into mark values (1)`)
    limits.minFreeBytes = Number.MAX_SAFE_INTEGER
    await db.runUpkeep()
    await expect(db.execute(sql`insert into mark values (2)`)).rejects.toBeInstanceOf(
      StoreFullError,
    )
    const write = db.transaction((tx) => tx.execute(sql`insert into mark values (2)`))
    await expect(write).rejects.toBeInstanceOf(StoreFullError)
    await expect(write).rejects.toThrow(/nearly full \(.+: \d+ MB free, \d+ MB needed\)/)
    expect(await countMarks(db)).toBe(1)
    expect(await db.health()).toMatchObject({ ok: false })
    limits.minFreeBytes = 0
    await db.runUpkeep()
    expect(await db.execute(sql`insert into mark values (2)`)).toBe(1)
  })

  test('a first start without disk space reports the folder, the space and the remedy', async () => {
    const DATA_DIR = path.join(temporaryFolder(), 'data')
    const start = openStore({ DATA_DIR }, { minFreeBytes: Number.MAX_SAFE_INTEGER })
    await expect(start).rejects.toBeInstanceOf(StoreOpenError)
    const room = String.raw`\(${DATA_DIR}: \d+ MB free, \d+ MB needed\)`
    await expect(start).rejects.toThrow(new RegExp(`시작하지 않았습니다 ${room}.*DATA_DIR`))
    await expect(start).rejects.toThrow(new RegExp(`disk is nearly full ${room}`))
  })

  test('writes a checkpoint only after enough log has accumulated', async () => {
    const db = await openIn(await copyUsedFolder(), { checkpointWalBytes: 1_000_000 })
    const readCheckpoint = (): Promise<unknown> =>
      db.query(sql`select redo_lsn::text as at from pg_control_checkpoint()`)
    const start = await readCheckpoint()
    await db.script(withMarks)
    await db.runUpkeep()
    expect(await readCheckpoint()).toEqual(start)
    await db.script('insert into mark select generate_series(1, 20000)')
    await db.runUpkeep()
    expect(await readCheckpoint()).not.toEqual(start)
    expect((await db.health()).walBytes).toBe(0)
  })

  test('analyzes only the tables with many changes', async () => {
    const db = await openIn(await copyUsedFolder())
    const reported = 'select pg_stat_force_next_flush()'
    await db.script(`${withMarks}; create table words (word text);
      insert into words select 'word ' || n from generate_series(1, 1000) n; ${reported}`)
    await db.script('analyze words')
    await db.script(`insert into words values ('one more');
      insert into mark select generate_series(1, 100000); ${reported}`)
    await db.runUpkeep()
    const known = await db.query(sql`
      select relname, reltuples, analyze_count looks from pg_class
      join pg_stat_user_tables using (relname) where relname in ('mark', 'words') order by 1`)
    expect(known).toEqual([
      { relname: 'mark', reltuples: 100_000, looks: 1 },
      { relname: 'words', reltuples: 1_000, looks: 1 },
    ])
  })
})
