import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { StatementTimeoutError, StoreOpenError, StoreUnavailableError } from './database-error.ts'
import type { FromWorker, ToWorker, WorkerSetup, WorkerStart } from './embedded-protocol.ts'
import { label } from '#kernel/label.ts'

type PendingCall = {
  id: number
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
}

type RequestBody =
  | { kind: 'run'; bytes: Uint8Array }
  | { kind: 'dump'; compress: boolean }
  | { kind: 'close' }

/** EX_SOFTWARE of sysexits.h, to show a supervisor that the exit was abnormal. */
const syncFailureExitCode = 70

const reopenPauseMs = 2_000

let engine: Promise<WebAssembly.Module> | undefined

/**
 * Compiles PostgreSQL once per process. Worker threads share the machine code, and a restarted one
 * does not need to warm up again.
 */
function compiledEngine(): Promise<WebAssembly.Module> {
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  engine ??= readFile(fileURLToPath(file)).then((bytes) => WebAssembly.compile(bytes))
  engine.catch(() => (engine = undefined))
  return engine
}

/** A small Buffer is a view into a shared pool, and posting it would copy the entire pool. */
function copyBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

function cannotOpenError(dataDir: string | undefined, reason: string): StoreOpenError {
  const place = dataDir ?? 'memory'
  return new StoreOpenError(
    label(
      `내장 데이터베이스(${place})를 열 수 없습니다: ${reason}. 폴더는 그대로 두었습니다. 디스크 공간과 권한을 확인한 뒤 다시 시작하고, 그래도 열리지 않으면 폴더를 다른 이름으로 옮긴 다음 백업을 복원하십시오.`,
      `The embedded database (${place}) cannot be opened: ${reason}. The folder was left as it is. Check disk space and permissions and start again; if it still does not open, move the folder aside under another name and restore a backup.`,
    ),
  )
}

function notDurableError(dataDir: string): StoreOpenError {
  return new StoreOpenError(
    label(
      `내장 데이터베이스(${dataDir})가 저장 내용을 디스크에 기록(fsync)하지 않아 시작하지 않았습니다. npm ci로 정확한 버전을 다시 설치하거나 DATABASE_URL로 PostgreSQL을 지정하십시오.`,
      `The embedded database (${dataDir}) does not sync its commits to disk, so it was not started. Reinstall the exact versions with npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    ),
  )
}

/**
 * Runs PGlite in a worker thread, one request at a time. Kills the worker when a statement exceeds
 * its time limit or the engine fails, and restarts it from the data on disk.
 */
export class EmbeddedEngine {
  /** Number of lost workers. A transaction compares it to detect that its connection is gone. */
  generation = 0
  serverVersion = ''
  problem: string | undefined
  #setup: WorkerSetup
  #afterRestart: () => Promise<void>
  #worker: Worker | undefined
  #pending: PendingCall | undefined
  #restarting: Promise<void> | undefined
  #nextTryAt = 0
  #lastId = 0
  #closed = false

  constructor(setup: WorkerSetup, afterRestart: () => Promise<void>) {
    this.#setup = setup
    this.#afterRestart = afterRestart
  }

  get syncs(): number {
    return Atomics.load(new Int32Array(this.#setup.syncs), 0)
  }

  /** @throws StoreOpenError */
  async start(): Promise<void> {
    const compiled = await compiledEngine().catch((error: unknown) => {
      throw cannotOpenError(this.#setup.dataDir, String(error))
    })
    const workerData: WorkerStart = { ...this.#setup, engine: compiled }
    const file = new URL('./embedded-worker.ts', import.meta.url)
    const worker = new Worker(file, { workerData, stdin: false })
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        void worker.terminate()
        reject(error)
      }
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          this.#worker = worker
          this.serverVersion = message.serverVersion
          this.problem = undefined
          resolve()
        } else if (message.kind === 'start-failed') {
          fail(cannotOpenError(this.#setup.dataDir, message.message))
        } else if (message.kind === 'not-durable') {
          fail(notDurableError(this.#setup.dataDir ?? 'memory'))
        } else {
          this.#handleMessage(message)
        }
      })
      worker.on('error', (error) => {
        fail(cannotOpenError(this.#setup.dataDir, String(error)))
        this.#handleExit(worker, String(error))
      })
      worker.on('exit', () => {
        fail(cannotOpenError(this.#setup.dataDir, 'the thread ended'))
        this.#handleExit(worker, 'the thread ended')
      })
    })
  }

  #handleMessage(
    message: Exclude<FromWorker, { kind: 'ready' | 'start-failed' | 'not-durable' }>,
  ): void {
    if (message.kind === 'sync-failed') process.exit(syncFailureExitCode)
    const pending = this.#pending
    if (pending?.id !== message.id) return
    if (message.kind === 'answer') {
      this.#settle()
      pending.resolve(message.bytes)
    } else {
      this.#terminate(new StoreUnavailableError(`the embedded database broke: ${message.message}`))
    }
  }

  #settle(): PendingCall | undefined {
    const pending = this.#pending
    this.#pending = undefined
    clearTimeout(pending?.timer)
    return pending
  }

  #handleExit(worker: Worker, why: string): void {
    if (this.#worker !== worker) return
    this.#terminate(new StoreUnavailableError(`the embedded database stopped: ${why}`))
  }

  #terminate(error: Error): void {
    this.generation += 1
    const worker = this.#worker
    this.#worker = undefined
    const pending = this.#settle()
    if (this.#closed) {
      pending?.reject(error)
      return
    }
    this.problem = error.message
    this.#restarting = this.#restart(worker)
    // The next request awaits this promise and receives its error.
    this.#restarting.catch(() => undefined)
    pending?.reject(error)
  }

  renew(why: string): void {
    if (this.#worker) this.#terminate(new StoreUnavailableError(why))
  }

  async #restart(worker?: Worker): Promise<void> {
    await worker?.terminate()
    if (this.#setup.dataDir === undefined) {
      throw new StoreUnavailableError('the in-memory database was ended and its data is gone')
    }
    try {
      await this.start()
    } catch (error) {
      this.#nextTryAt = performance.now() + reopenPauseMs
      this.problem = error instanceof Error ? error.message : String(error)
      throw error
    }
    this.#restarting = undefined
    await this.#afterRestart()
  }

  async #ready(): Promise<Worker> {
    if (this.#closed) throw new StoreUnavailableError('the database is closed')
    try {
      await this.#restarting
    } catch (error) {
      if (this.#setup.dataDir === undefined || performance.now() < this.#nextTryAt) throw error
      this.#restarting = this.#restart()
      await this.#restarting
    }
    if (!this.#worker) throw new StoreUnavailableError('the database is not running')
    return this.#worker
  }

  /**
   * Sends a request to the worker. The caller must ensure that only one is in flight.
   * @throws StatementTimeoutError after `limitMs`. The worker is then killed and restarted.
   */
  async request(body: RequestBody, limitMs: number): Promise<Uint8Array> {
    const worker = await this.#ready()
    this.#lastId += 1
    const own = body.kind === 'run' ? { ...body, bytes: copyBytes(body.bytes) } : body
    const request: ToWorker = { ...own, id: this.#lastId }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#terminate(new StatementTimeoutError()), limitMs)
      this.#pending = { id: request.id, resolve, reject, timer }
      worker.postMessage(request)
    })
  }

  async settled(): Promise<void> {
    await this.#restarting?.catch(() => undefined)
  }

  async close(limitMs: number): Promise<void> {
    if (this.#closed) return
    await this.settled()
    const worker = this.#worker
    try {
      // An in-memory store needs no clean shutdown.
      const canCloseCleanly = worker !== undefined && this.#setup.dataDir !== undefined
      if (canCloseCleanly) await this.request({ kind: 'close' }, limitMs)
    } catch {
      // A clean shutdown is optional: correctness never depends on it.
    }
    this.#closed = true
    this.#worker = undefined
    await worker?.terminate()
  }
}
