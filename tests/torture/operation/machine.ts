import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const usual = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  DEBIAN_FRONTEND: 'noninteractive',
}
/** Commands that load packages, which the network of the lab does not have. */
const needsInternet = /\bapt-get\b|\bbuild\.sh\b/

/** Processes started by another process, and their descendants. */
export function findDescendants(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split(' ') : []
  return children
    .filter(Boolean)
    .flatMap((child) => [Number(child), ...findDescendants(Number(child))])
}

/** Descendant of a process that is the first process of its namespace, or 0 if there is none. */
export function findFirstProcess(below: number, program: string): number {
  const isFirst = (pid: number) => {
    try {
      const ids = /NSpid:\s+(.*)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
      return ids.endsWith('\t1') && fs.readlinkSync(`/proc/${pid}/exe`).endsWith(`/${program}`)
    } catch {
      // The process has already ended.
      return false
    }
  }
  return findDescendants(below).find(isFirst) ?? 0
}

/** A Debian machine that runs in namespaces, with systemd as its first process. */
export class Machine {
  readonly name: string
  readonly #child: ChildProcess
  readonly #console: string

  constructor(name: string, child: ChildProcess, console: string) {
    this.name = name
    this.#child = child
    this.#console = console
  }

  /** Process of its systemd, or 0 until it runs. */
  get leader(): number {
    return findFirstProcess(this.#child.pid ?? 0, 'systemd')
  }

  async booted(address: string): Promise<void> {
    while (this.leader === 0) {
      if (this.#child.exitCode !== null) throw new Error(fs.readFileSync(this.#console, 'utf8'))
      await pause(100)
    }
    const inside = ['--target', String(this.leader), '--net', 'ip']
    for (const change of [`addr add ${address} dev host0`, 'link set host0 up', 'link set lo up']) {
      const changed = spawnSync('nsenter', [...inside, ...change.split(' ')], { encoding: 'utf8' })
      if (changed.status !== 0) throw new Error(`ip ${change}: ${changed.stderr}`)
    }
    await this.run('until [ -S /run/systemd/private ]; do sleep 0.1; done')
    await this.run('systemctl is-system-running --wait || true')
  }

  /** Runs shell text as root. Throws an Error with its output if a command fails. */
  async run(text: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const namespaces = ['--mount', '--uts', '--ipc', '--pid', '--root', '--wd']
    const isOnline = needsInternet.test(text)
    const network = isOnline ? [] : ['--net']
    const settings = { ...(isOnline && this.#onlineSettings()), ...usual, ...env }
    const child = spawn(
      'nsenter',
      ['--target', String(this.leader), ...namespaces, ...network, 'sh', '-eu'],
      { env: settings, stdio: ['pipe', 'pipe', 'pipe'] },
    )
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stdin.end(text)
    const [status]: (number | null)[] = await once(child, 'close')
    if (status !== 0) throw new Error(`${this.name}: exit ${status} of\n${text}\n\n${output}`)
    return output
  }

  /** Lets npm trust the certificates that this machine trusts. */
  #onlineSettings(): Record<string, string> {
    const settings = { npm_config_cache: '/var/cache/npm' }
    const authorities = process.env['NODE_EXTRA_CA_CERTS']
    if (!authorities) return settings
    const copy = '/etc/authorities.pem'
    fs.copyFileSync(authorities, `/proc/${this.leader}/root${copy}`)
    return { ...settings, NODE_EXTRA_CA_CERTS: copy, npm_config_cafile: copy }
  }

  /** Ends all its processes at the same time, as a power failure does. */
  async cutPower(): Promise<void> {
    const ended = once(this.#child, 'exit')
    process.kill(this.leader, 'SIGKILL')
    await ended
  }
}
