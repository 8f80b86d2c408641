import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServerCopy, testStore } from '#tests/support/database.ts'
import { prepareOnce } from '#tests/support/prepared-once.ts'

const start = fileURLToPath(new URL('../../src/server/start.ts', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))

export const processPassword = 'one long password for a test run'

/** Server in a separate process over a store on disk, as started by `npm start`. */
export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  /** Empty for the embedded store in `dataDir`. */
  readonly databaseUrl: string
  readonly child: ChildProcess
  /** Everything written to standard output so far. */
  readonly printed: () => string
  /** Stops the server gracefully and keeps the data. */
  stop(): Promise<void>
  /** Restarts it after `stop` with the same address and data. */
  startAgain(): Promise<ServerProcess>
  discard(): Promise<void>
}

/** Hash of everything that a first start reads. */
async function hashFirstStart(): Promise<string> {
  const hash = createHash('sha256')
  const folders = ['src/server', 'src/areas', 'src/kernel']
  const found = folders.map((folder) =>
    readdir(join(root, folder), { recursive: true, withFileTypes: true }),
  )
  const files = (await Promise.all(found))
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of [join(root, 'package-lock.json'), ...files.toSorted()]) {
    hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Copies the demo company's data after its first start, created once for all tests. */
async function copyOfDemoSite(target: string): Promise<void> {
  const site = await prepareOnce(`site-${await hashFirstStart()}`, async (draft) => {
    const server = await spawnServer(draft, { DATABASE_URL: '' })
    await server.stop()
  })
  await cp(site, target, { recursive: true })
}

async function copyOfDemoDatabase() {
  return createServerCopy(`wms_demo_${await hashFirstStart()}`, async (empty) => {
    const server = await spawnServer(await newFolder(), { DATABASE_URL: empty })
    await server.discard()
  })
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'wms-'))

interface ServerOptions {
  readonly dataDir?: string
  readonly env?: Record<string, string>
  /** Creates the demo company in an embedded store, as on a new machine. */
  readonly firstStart?: boolean
  /** Store of the copied demo company. Defaults to `STORE`. */
  readonly store?: 'embedded' | 'postgres'
}

/** Key of all test servers, because a copied database has the fingerprint of its first key. */
export const processSiteKey = 'a site key for tests only'

/**
 * Starts the server on a free port and waits until it serves requests. Without a folder or
 * environment, uses a copy of the demo company's data.
 */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await newFolder())
  const isOwn = options.dataDir !== undefined || options.env !== undefined || options.firstStart
  if (isOwn) return spawnServer(dataDir, { DATABASE_URL: '', ...options.env })
  if ((options.store ?? testStore()) === 'embedded') {
    await copyOfDemoSite(dataDir)
    return spawnServer(dataDir, { DATABASE_URL: '' })
  }
  const { address, drop } = await copyOfDemoDatabase()
  return spawnServer(dataDir, { DATABASE_URL: address }, drop)
}

async function spawnServer(
  dataDir: string,
  env: Record<string, string>,
  dropStore?: () => Promise<void>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [start], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      SITE_KEY: processSiteKey,
      WMS_ADMIN_PASSWORD: processPassword,
      WMS_DEMO_PASSWORD: processPassword,
      // Tests enable the generated history if they need it.
      WMS_PAST: '0',
      DRAIN_SECONDS: '0',
      // Benchmarks send more requests than a single user would.
      QUESTIONS_PER_MINUTE: '0',
      EXPORTS_PER_MINUTE: '0',
      PRINTS_PER_MINUTE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const url = await readAddress(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  return {
    url,
    dataDir,
    databaseUrl: env['DATABASE_URL'] ?? '',
    child,
    printed: () => printed,
    stop,
    startAgain: () => spawnServer(dataDir, { ...env, PORT: new URL(url).port }, dropStore),
    discard: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
      await dropStore?.()
    },
  }
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer): void => {
      printed += chunk.toString()
      const url = /http:\/\/\S+/.exec(printed)?.[0]
      if (url) resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${printed}`)))
  })
}
