import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { poolerConfiguration, type PoolerOptions } from '#tests/support/pooler-configuration.ts'

/** Starts pgbouncer for a database and returns the address of the database there. */
export async function startPooler(
  program: string,
  database: string,
  options: PoolerOptions,
): Promise<string> {
  const target = new URL(database)
  const port = await findFreePort()
  const folder = temporaryFolder()
  const file = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(file, poolerConfiguration(target, port, options))
  fs.chmodSync(folder, 0o755)
  // pgbouncer refuses to run as root, and only the cluster's account has access to its socket.
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
