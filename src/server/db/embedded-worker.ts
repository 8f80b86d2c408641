/**
 * The thread of the embedded store: PGlite and nothing else, so that a long statement stops
 * neither HTTP nor the health answer. It takes protocol messages and gives back what PostgreSQL
 * says to them; what they mean is read on the other side.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DurableFS, syncFolder, syncTree } from './durable-fs.ts'
import {
  clusterFolder,
  type FromWorker,
  type ToWorker,
  type WorkerStart,
} from './embedded-protocol.ts'

// The parent hands over exactly this; see EmbeddedEngine.
const setup = workerData as WorkerStart
const port = parentPort
if (!port) throw new Error('the embedded store runs in a worker thread only')

const syncs = new Int32Array(setup.syncs)

function say(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}

/**
 * After a failed fsync the kernel may have dropped the pages and call the next one a success, so
 * nothing may be acknowledged any more: the whole process ends. A thread cannot end its process
 * with an exit code, so it tells the main thread and stands still; if that one hangs, it kills.
 */
function stopEverything(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  fs.writeSync(2, `FATAL fsync failed: ${code}; the process ends, nothing more is acknowledged\n`)
  say({ kind: 'sync-failed', code })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
  process.kill(process.pid, 'SIGKILL')
  throw error
}

const report = {
  done: () => void Atomics.add(syncs, 0, 1),
  failed: stopEverything,
}

const handedOver = 64 * 1024

const sessionParams = ['timezone=UTC', 'datestyle=ISO,YMD', 'intervalstyle=iso_8601']
const durableParams = [
  'fsync=on',
  // fdatasync would be a silent no-op: only fsync reaches the shim.
  'wal_sync_method=fsync',
  'synchronous_commit=on',
  'full_page_writes=on',
]

/** What lives in memory ends with its thread: nothing of the log is ever read again. */
const passingParams = [
  'shared_buffers=32MB',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'min_wal_size=2MB',
  'wal_recycle=off',
  'wal_init_zero=off',
]

function startParams(params: readonly string[], durable: boolean): string[] {
  const kept = PGlite.defaultStartParams.filter((param) => !durable || param !== '-F')
  return [...kept, ...params.flatMap((param) => ['-c', param])]
}

function inMemory(template: string | undefined): PGliteOptions {
  const options: PGliteOptions = {
    startParams: startParams([...sessionParams, ...passingParams], false),
    initDbStartParams: ['--wal-segsize=1'],
    pgliteWasmModule: setup.engine,
  }
  return template === undefined
    ? options
    : { ...options, loadDataDir: new Blob([fs.readFileSync(template)]) }
}

function onDisk(folder: string, withoutSync: boolean): PGliteOptions {
  return {
    fs: withoutSync ? new NodeFS(folder) : new DurableFS(folder, report),
    startParams: startParams([...sessionParams, ...durableParams], true),
    pgliteWasmModule: setup.engine,
  }
}

/**
 * A new cluster is built beside its place and renamed into it when complete and synced, so that
 * a process killed in the middle leaves no half cluster that looks like a whole one.
 */
async function createCluster(dataDir: string, withoutSync: boolean): Promise<void> {
  const place = clusterFolder(dataDir)
  const building = `${place}.creating`
  // Only ever an unfinished creation: nothing was acknowledged from it.
  fs.rmSync(building, { recursive: true, force: true })
  fs.mkdirSync(building, { recursive: true, mode: 0o700 })
  const fresh = await PGlite.create(onDisk(building, withoutSync))
  await fresh.close()
  syncTree(building)
  fs.renameSync(building, place)
  syncFolder(dataDir)
}

async function openCluster(dataDir: string, withoutSync: boolean): Promise<PGlite> {
  const place = clusterFolder(dataDir)
  if (!fs.existsSync(place)) await createCluster(dataDir, withoutSync)
  if (!fs.existsSync(path.join(place, 'PG_VERSION'))) {
    throw new Error(`${place} is there but holds no database`)
  }
  return PGlite.create(onDisk(place, withoutSync))
}

/** One committed write must reach fsync at least once, or the shim does not work here. */
async function syncsPerCommit(db: PGlite): Promise<number> {
  const before = Atomics.load(syncs, 0)
  await db.query(
    `select pg_logical_emit_message(true, 'start-up', 'does a commit reach the disk?')`,
  )
  return Atomics.load(syncs, 0) - before
}

/**
 * The streaming call, because the plain one also reads every message itself and keeps what it read:
 * twelve times slower on long answers, and memory that is never given back.
 */
async function run(db: PGlite, request: Extract<ToWorker, { kind: 'run' }>): Promise<void> {
  const parts: Buffer[] = []
  await db.execProtocolRawStream(request.bytes, {
    // A view into the engine's memory, valid during this call only.
    onRawData: (part) => void parts.push(Buffer.from(part)),
  })
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  // Handing a small buffer over costs more than copying it.
  say({ kind: 'answer', id: request.id, bytes }, bytes.length < handedOver ? [] : [bytes.buffer])
}

async function answer(db: PGlite, request: ToWorker): Promise<void> {
  if (request.kind === 'run') return run(db, request)
  if (request.kind === 'dump') {
    const file = await db.dumpDataDir(request.compress ? 'gzip' : 'none')
    const bytes = new Uint8Array(await file.arrayBuffer())
    return say({ kind: 'answer', id: request.id, bytes }, [bytes.buffer])
  }
  await db.close()
  say({ kind: 'answer', id: request.id, bytes: new Uint8Array() })
  port?.close()
}

async function main(): Promise<void> {
  const { dataDir, template, withoutSync = false } = setup
  const db = await (dataDir === undefined
    ? PGlite.create(inMemory(template))
    : openCluster(dataDir, withoutSync))
  if (dataDir !== undefined && (await syncsPerCommit(db)) < 1) {
    say({ kind: 'not-durable' })
    return
  }
  port?.on('message', (request: ToWorker) => {
    answer(db, request).catch((error: unknown) => {
      // Not a refusal by PostgreSQL (that comes as an answer) but the engine itself: it is done for.
      say({ kind: 'broken', id: request.id, message: String(error) })
    })
  })
  const version = await db.query<{ v: string }>(`select current_setting('server_version') as v`)
  say({ kind: 'ready', serverVersion: version.rows[0]?.v ?? '' })
}

main().catch((error: unknown) => {
  say({ kind: 'start-failed', message: error instanceof Error ? error.message : String(error) })
})
