import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findOrInstallPostgres } from '#tests/support/postgres-install.ts'

export type TestCluster = {
  /** Of the database `postgres`, as a role that may create databases. */
  url: string
  /** Where it comes from, for the terminal. */
  found: string
  stop(): Promise<void>
}

/** Starts a private cluster that ends with this process, however this process ends. */
async function startCluster(programs: string): Promise<TestCluster> {
  const script = fileURLToPath(new URL('./postgres-guard.ts', import.meta.url))
  const guard = spawn(process.execPath, [script, programs], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Its own group, so that Ctrl+C reaches it through the closing pipe, after the tests' own end.
    detached: process.platform !== 'win32',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const ended = once(guard, 'exit')
  const lines = createInterface({ input: guard.stdout })
  const first = await Promise.race([once(lines, 'line'), ended.then(() => undefined)])
  const url: unknown = first?.[0]
  if (typeof url !== 'string') throw new Error(`PostgreSQL in ${programs} did not start`)
  // Neither the guard nor its pipes keep a finished test run alive.
  guard.unref()
  for (const pipe of [guard.stdin, guard.stdout]) {
    if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  }
  return {
    url,
    found: programs,
    async stop() {
      guard.ref()
      guard.stdin.end()
      await ended
    },
  }
}

/**
 * `TEST_DATABASE_URL`, else a private cluster from the PostgreSQL of this machine, else one that
 * apt-get installs; undefined when none can be had.
 */
export async function testCluster(): Promise<TestCluster | undefined> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url, found: 'TEST_DATABASE_URL', stop: () => Promise.resolve() }
  const programs = findOrInstallPostgres()
  return programs === undefined ? undefined : startCluster(programs.folder)
}
