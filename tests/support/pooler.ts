import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'

export interface PoolerOptions {
  readonly mode: 'transaction' | 'session'
  /** Startup settings of clients are ignored instead of rejected. */
  readonly ignoresSettings: boolean
  /** Connections to the server, shared by all clients. */
  readonly size: number
}

const startupSettings =
  'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits'

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

function configuration(target: URL, port: number, options: PoolerOptions): string {
  const host = target.searchParams.get('host') ?? target.hostname
  const password = target.password ? ` password='${decodeURIComponent(target.password)}'` : ''
  return `[databases]
* = host=${host} port=${target.port || '5432'} user=${target.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${options.mode}
default_pool_size = ${options.size}
${options.ignoresSettings ? `ignore_startup_parameters = ${startupSettings}` : ''}
`
}

/** Starts pgbouncer for a database and returns the address of the database there. */
export async function startPooler(
  program: string,
  database: string,
  options: PoolerOptions,
): Promise<string> {
  const target = new URL(database)
  const port = await freePort()
  const folder = temporaryFolder()
  const file = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(file, configuration(target, port, options))
  fs.chmodSync(folder, 0o755)
  // pgbouncer refuses to run as root, and only the account of the cluster reaches its socket.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const pooler = spawn(program, [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(pooler, 'close')
  const stop = (): void => void pooler.kill('SIGKILL')
  process.once('exit', stop)
  onTestFinished(async () => {
    process.off('exit', stop)
    stop()
    await ended
  })
  const lines: string[] = []
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: pooler.stderr }).on('line', (line) => {
      lines.push(line)
      if (line.includes('process up')) resolve()
    })
  })
  const failed = ended.then(() => {
    throw new Error(`pgbouncer did not start:\n${lines.join('\n')}`)
  })
  failed.catch(() => undefined)
  await Promise.race([ready, failed])
  target.searchParams.delete('host')
  target.host = `127.0.0.1:${port}`
  return target.href
}
