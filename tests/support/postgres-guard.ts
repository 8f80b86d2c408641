/**
 * Runs a private PostgreSQL cluster while its standard input is open, so it stops even if the
 * parent process crashes. Prints the URL when ready.
 */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '#tests/support/free-port.ts'
import { createMemoryFolder } from '#tests/support/memory-folder.ts'
import { isFullSuite } from '#tests/support/suite.ts'
import { systemAccount } from '#tests/support/system-account.ts'

const programs = process.argv[2] ?? ''
const isWindows = process.platform === 'win32'

const as = systemAccount()
// Kept short because socket paths are limited to 107 bytes.
const place = createMemoryFolder() ?? (isWindows ? os.tmpdir() : '/tmp')
const folder = fs.mkdtempSync(path.join(place, 'wmspg-'))
if (as) fs.chownSync(folder, as.uid, as.gid)
const data = path.join(folder, 'data')
const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }

function removeFolder(): void {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function initialise(): void {
  const program = path.join(programs, 'initdb')
  const wanted = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
  const created = spawnSync(program, wanted, { ...as, env, cwd: folder, encoding: 'utf8' })
  if (created.status === 0) return
  removeFolder()
  process.stderr.write(`initdb: ${created.error?.message ?? created.stderr}\n`)
  process.exit(1)
}

initialise()
const port = await findFreePort()
const where = isWindows ? ['-h', '127.0.0.1'] : ['-h', '', '-k', folder]
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // The WAL is never read and would waste memory on the RAM disk.
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'min_wal_size=32MB',
  'max_connections=200',
  'shared_buffers=128MB',
  'autovacuum=off',
  // PostgreSQL plans the first five runs of a statement separately, and tests rarely run one more
  // often.
  ...(isFullSuite ? [] : ['plan_cache_mode=force_generic_plan']),
  'log_min_messages=fatal',
].flatMap((setting) => ['-c', setting])
const server = spawn(
  path.join(programs, 'postgres'),
  ['-D', data, '-p', String(port), ...where, ...settings],
  { ...as, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
)

// The eighth line of the PID file is "ready" once the server accepts connections. Watching the
// folder detects when it is written.
function isReady(): boolean {
  try {
    return fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').includes('ready')
  } catch {
    return false
  }
}

const address = isWindows
  ? `postgresql://postgres@127.0.0.1:${port}/postgres`
  : `postgresql://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`
const watcher = fs.watch(data, () => announce())
let isAnnounced = false

function announce(): void {
  if (isAnnounced || !isReady()) return
  isAnnounced = true
  watcher.close()
  process.stdout.write(`${address}\n`)
}
announce()

let shown = ''
server.stderr.on('data', (text) => (shown += String(text)))
server.on('exit', (code) => {
  removeFolder()
  if (!isAnnounced) process.stderr.write(`postgres ended with ${code}: ${shown}\n`)
  process.exit(isAnnounced ? 0 : 1)
})

// SIGQUIT is PostgreSQL's immediate shutdown, unlike the fast SIGINT. The data is no longer needed.
function stop(): void {
  server.kill('SIGQUIT')
}
process.stdin.resume()
process.stdin.on('end', stop)
process.stdin.on('close', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
