import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { balancerAddress, siteName, type GuidedSite } from './site.ts'

interface Attempt {
  readonly owner: string
  readonly status: number
  readonly text: string
}

/** Users who save owners through the balancer, in a process on the network of the site. */
export class Savers {
  readonly attempts: Attempt[] = []
  readonly #child: ChildProcess
  readonly #lineListeners = new Set<(line: string) => void>()

  constructor(site: GuidedSite) {
    const script = fileURLToPath(new URL('saver.ts', import.meta.url))
    const root = `/proc/${site.lab.machine('balancer').leader}/root`
    const authority = path.join(root, 'etc/wms/ca.pem')
    const own = [process.execPath, script, balancerAddress, siteName, authority]
    const [program = '', ...args] = site.lab.inNetwork(own)
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    process.once('exit', () => this.#child.kill('SIGKILL'))
    if (!this.#child.stdout) throw new Error('no output')
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) this.attempts.push(JSON.parse(line) as Attempt)
      for (const hear of this.#lineListeners) hear(line)
    })
  }

  get acknowledged(): readonly string[] {
    return this.attempts.filter(({ status }) => status === 200).map(({ owner }) => owner)
  }

  #waitForLine(isWanted: (line: string) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('the users have ended'))
      this.#child.once('exit', onExit)
      const onLine = (line: string): void => {
        if (!isWanted(line)) return
        this.#lineListeners.delete(onLine)
        this.#child.off('exit', onExit)
        resolve()
      }
      this.#lineListeners.add(onLine)
    })
  }

  async #sendCommand(command: string, answer: string): Promise<void> {
    const answered = this.#waitForLine((line) => line === answer)
    this.#child.stdin?.write(`${command}\n`)
    await answered
  }

  /** Logs in with the administrator's initial password and changes it. */
  logIn(password: string): Promise<void> {
    return this.#sendCommand(`password ${password}`, 'ready')
  }

  start(): Promise<void> {
    return this.#sendCommand('start', 'started')
  }

  /** Waits until the saves in progress have finished and starts no more. */
  pause(): Promise<void> {
    return this.#sendCommand('pause', 'paused')
  }

  /** Waits for further acknowledged saves. */
  async haveSaved(count: number): Promise<void> {
    const wanted = this.acknowledged.length + count
    await this.#waitForLine(() => this.acknowledged.length >= wanted)
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}
