import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { preparedOnce } from '#tests/support/prepared-once.ts'

const start = fileURLToPath(new URL('../../src/server/start.ts', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))

export const processPassword = 'one long password for a test run'

/** A real server in its own process over a store on disk, as `npm start` runs it. */
export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  readonly child: ChildProcess
  /** Ends it the polite way and keeps the data. */
  stop(): Promise<void>
  /** Ends it and deletes the data. */
  discard(): Promise<void>
}

/** Changes with everything that a first start reads. */
async function firstStartKey(): Promise<string> {
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

/** The data of the demo company as its first start leaves them, made once for all tests. */
async function copyOfDemoSite(target: string): Promise<void> {
  const site = await preparedOnce(`site-${await firstStartKey()}`, async (draft) => {
    const server = await startServer({ dataDir: draft })
    await server.stop()
  })
  await cp(site, target, { recursive: true })
}

/**
 * Starts the server on a free port; answers once it serves. Without a folder of its own it begins
 * with a copy of the demo company's data; with `firstStart` it makes them itself, as on a new machine.
 */
export async function startServer(
  options: { dataDir?: string; env?: Record<string, string>; firstStart?: boolean } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'wms-')))
  const own = options.dataDir !== undefined || options.env !== undefined || options.firstStart
  if (!own) await copyOfDemoSite(dataDir)
  const child = spawn(process.execPath, [start], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      WMS_ADMIN_PASSWORD: processPassword,
      WMS_DEMO_PASSWORD: processPassword,
      // Tests that want a past ask for it.
      WMS_PAST: '0',
      // A bench is a user who asks more than hands do.
      QUESTIONS_PER_MINUTE: '0',
      EXPORTS_PER_MINUTE: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await servedAt(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  const discard = async (): Promise<void> => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, dataDir, child, stop, discard }
}

function servedAt(child: ChildProcess): Promise<string> {
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
