import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** Starts the server on a free port; answers once it serves. */
export async function startServer(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'wms-')))
  const child = spawn(process.execPath, [start], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      WMS_ADMIN_PASSWORD: processPassword,
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
