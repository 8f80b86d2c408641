/**
 * Worker thread of the embedded store. Runs only PGlite, to keep HTTP and health checks responsive
 * during a long statement. Passes raw protocol messages, which the main thread encodes and decodes.
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

const setup = workerData as WorkerStart
const port = parentPort
if (!port) throw new Error('the embedded store runs in a worker thread only')

const syncs = new Int32Array(setup.syncs)

function postMessage(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}

/**
 * After a failed fsync the kernel may drop the dirty pages and report success next time. Nothing
 * can be acknowledged any more, so the process must exit. A thread cannot set the exit code: it
 * notifies the main thread and blocks, and kills the process if the main thread hangs.
 */
function stopEverything(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  fs.writeSync(2, `FATAL fsync failed: ${code}; the process ends, nothing more is acknowledged\n`)
  postMessage({ kind: 'sync-failed', code })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
  process.kill(process.pid, 'SIGKILL')
  throw error
}

const report = {
  done: () => void Atomics.add(syncs, 0, 1),
  failed: stopEverything,
}

const minTransferBytes = 64 * 1024

const sessionParams = ['timezone=UTC', 'datestyle=ISO,YMD', 'intervalstyle=iso_8601']
const durableParams = [
  'fsync=on',
  // fdatasync would be a silent no-op: only fsync reaches the shim.
  'wal_sync_method=fsync',
  'synchronous_commit=on',
  'full_page_writes=on',
]

/** An in-memory store never reads its log back. */
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

function startParams(params: readonly string[], isDurable: boolean): string[] {
  const parameters = PGlite.defaultStartParams.filter((param) => !isDurable || param !== '-F')
  return [...parameters, ...params.flatMap((param) => ['-c', param])]
}

function memoryOptions(template: string | undefined): PGliteOptions {
  const options: PGliteOptions = {
    startParams: startParams([...sessionParams, ...passingParams], false),
    initDbStartParams: ['--wal-segsize=1'],
    pgliteWasmModule: setup.engine,
  }
  return template === undefined
    ? options
    : { ...options, loadDataDir: new Blob([fs.readFileSync(template)]) }
}

function diskOptions(folder: string, withoutSync: boolean): PGliteOptions {
  return {
    fs: withoutSync ? new NodeFS(folder) : new DurableFS(folder, report),
    startParams: startParams([...sessionParams, ...durableParams], true),
    pgliteWasmModule: setup.engine,
  }
}

/**
 * Builds a new cluster in a temporary folder and renames it once complete and synced. A killed
 * process thus leaves no partial cluster that looks complete.
 */
async function createCluster(dataDir: string, withoutSync: boolean): Promise<void> {
  const place = clusterFolder(dataDir)
  const building = `${place}.creating`
  // An existing folder can only be left over from an unfinished creation, in which nothing was
  // acknowledged.
  fs.rmSync(building, { recursive: true, force: true })
  fs.mkdirSync(building, { recursive: true, mode: 0o700 })
  const fresh = await PGlite.create(diskOptions(building, withoutSync))
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
  return PGlite.create(diskOptions(place, withoutSync))
}

/** Counts the fsync calls of one commit. Zero means the shim does not work here. */
async function syncsPerCommit(db: PGlite): Promise<number> {
  const before = Atomics.load(syncs, 0)
  await db.query(
    `select pg_logical_emit_message(true, 'start-up', 'does a commit reach the disk?')`,
  )
  return Atomics.load(syncs, 0) - before
}

/**
 * Uses the streaming call because the plain one also parses every message and retains the result.
 * That is twelve times slower on large responses and leaks memory.
 */
async function run(db: PGlite, request: Extract<ToWorker, { kind: 'run' }>): Promise<void> {
  const parts: Buffer[] = []
  await db.execProtocolRawStream(request.bytes, {
    // The part is a view into engine memory, valid only during this call.
    onRawData: (part) => void parts.push(Buffer.from(part)),
  })
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  // Transferring a small buffer costs more than copying it.
  postMessage(
    { kind: 'answer', id: request.id, bytes },
    bytes.length < minTransferBytes ? [] : [bytes.buffer],
  )
}

async function respond(db: PGlite, request: ToWorker): Promise<void> {
  if (request.kind === 'run') return run(db, request)
  if (request.kind === 'dump') {
    const file = await db.dumpDataDir(request.compress ? 'gzip' : 'none')
    const bytes = new Uint8Array(await file.arrayBuffer())
    return postMessage({ kind: 'answer', id: request.id, bytes }, [bytes.buffer])
  }
  await db.close()
  postMessage({ kind: 'answer', id: request.id, bytes: new Uint8Array() })
  port?.close()
}

async function main(): Promise<void> {
  const { dataDir, template, withoutSync = false } = setup
  const db = await (dataDir === undefined
    ? PGlite.create(memoryOptions(template))
    : openCluster(dataDir, withoutSync))
  if (dataDir !== undefined && (await syncsPerCommit(db)) < 1) {
    postMessage({ kind: 'not-durable' })
    return
  }
  port?.on('message', (request: ToWorker) => {
    respond(db, request).catch((error: unknown) => {
      // An error reported by PostgreSQL arrives as a response, so this is a failure of the engine.
      postMessage({ kind: 'broken', id: request.id, message: String(error) })
    })
  })
  const version = await db.query<{ v: string }>(`select current_setting('server_version') as v`)
  postMessage({ kind: 'ready', serverVersion: version.rows[0]?.v ?? '' })
}

main().catch((error: unknown) => {
  postMessage({
    kind: 'start-failed',
    message: error instanceof Error ? error.message : String(error),
  })
})
