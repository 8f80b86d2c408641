import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Node process that communicates by lines of text. */
export class Child {
  readonly process: ChildProcess
  readonly lines: string[] = []
  readonly ended: Promise<number | null>
  #waiting: (() => void)[] = []
  #exited = false

  constructor(
    script: URL,
    args: readonly string[],
    extra: { env?: NodeJS.ProcessEnv; execArgv?: string[] } = {},
  ) {
    const file = fileURLToPath(script)
    const env = { ...process.env, ...extra.env, NODE_OPTIONS: '' }
    const child = spawn(process.execPath, [...(extra.execArgv ?? []), file, ...args], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.process = child
    createInterface({ input: child.stdout }).on('line', (line) => this.#handleLine(line))
    createInterface({ input: child.stderr }).on('line', (line) => this.#handleLine(`! ${line}`))
    this.ended = once(child, 'close').then(([code]: (number | null)[]) => {
      this.#exited = true
      this.#wake()
      return code ?? null
    })
  }

  get pid(): number {
    return this.process.pid ?? 0
  }

  #handleLine(line: string): void {
    this.lines.push(line)
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Waits for the first line with this start, at or after index `from`. */
  async line(start: string, from = 0): Promise<string> {
    for (;;) {
      const found = this.lines.slice(from).find((line) => line.startsWith(start))
      if (found !== undefined) return found
      if (this.#exited) throw new Error(`no «${start}»; it said:\n${this.lines.join('\n')}`)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Kills the process immediately, as in a power failure, and waits for it to exit. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.ended
  }
}
