import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { systemAccount } from '#tests/support/system-account.ts'

/** A daemon of the site, killed with this process. Its last lines explain a failed start. */
export class Daemon {
  readonly #child: ChildProcess
  readonly #lines: string[] = []
  readonly #die = (): void => void this.#child.kill('SIGKILL')

  constructor(program: string, args: readonly string[], cwd: string) {
    this.#child = spawn(program, args, {
      ...systemAccount(),
      cwd,
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#lines.push(...chunk.toString().split('\n'))
      this.#lines.splice(0, this.#lines.length - 50)
    })
    process.once('exit', this.#die)
    this.#child.once('exit', () => process.off('exit', this.#die))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  get output(): string {
    return this.#lines.join('\n')
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.hasEnded) return
    const ended = once(this.#child, 'exit')
    this.signal(signal)
    await ended
  }
}

/** Processes started by another process, from `/proc`. */
function getChildren(parent: number): number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(ppid) === parent ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

/**
 * Signals a process and its children, because PostgreSQL puts each child into a separate process
 * group.
 */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const processId of [pid, ...getChildren(pid)]) {
    try {
      process.kill(processId, signal)
    } catch {
      // The process has already ended.
    }
  }
}
