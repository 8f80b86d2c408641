import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findOrInstallPostgres } from '#tests/support/postgres-install.ts'

export type TestCluster = {
  /** URL of the database `postgres`, with a role that can create databases. */
  url: string
  found: string
  stop(): Promise<void>
}

/** Starts a private cluster that stops with this process, even if it crashes. */
async function startCluster(programs: string): Promise<TestCluster> {
  const script = fileURLToPath(new URL('./postgres-guard.ts', import.meta.url))
  const guard = spawn(process.execPath, [script, programs], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Separate process group, so Ctrl+C stops it through the closing pipe only after the tests have
    // ended.
    detached: process.platform !== 'win32',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const ended = once(guard, 'exit')
  const lines = createInterface({ input: guard.stdout })
  const first = await Promise.race([once(lines, 'line'), ended.then(() => undefined)])
  const url: unknown = first?.[0]
  if (typeof url !== 'string') throw new Error(`PostgreSQL in ${programs} did not start`)
  // The guard process and its pipes must not keep a finished test run alive.
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
 * Returns `TEST_DATABASE_URL`, or a private cluster from installed PostgreSQL, or one installed by
 * apt-get. Undefined if none is available.
 */
export async function testCluster(): Promise<TestCluster | undefined> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url, found: 'TEST_DATABASE_URL', stop: () => Promise.resolve() }
  const programs = findOrInstallPostgres()
  return programs === undefined ? undefined : startCluster(programs.folder)
}
