import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createMemoryFolder } from '#tests/support/memory-folder.ts'
import { prepareBareDebian } from './bare-debian.ts'
import { findDescendants, Machine } from './machine.ts'

/** A folder of this machine that a machine of the lab sees, like a network file system. */
export interface SharedFolder {
  readonly from: string
  readonly to: string
  readonly isReadOnly?: boolean
}

interface MachineOptions {
  readonly name: string
  readonly address: string
  readonly shared: readonly SharedFolder[]
  /** Files in its root, by path. */
  readonly files: Readonly<Record<string, string>>
}

interface Launched {
  readonly child: ChildProcess
  /** File that contains its output. */
  readonly console: string
}

/**
 * Enters cgroups with the given name, because systemd expects to own the cgroups that it starts in.
 */
const enterCgroup = (name: string) => `
for tree in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
  if [ -f $tree/cgroup.procs ]; then
    mkdir -p $tree/${name}
    echo 0 >$tree/${name}/cgroup.procs
  fi
done`

/** Keeps the namespaces until its input ends, then removes everything that was created. */
const guardScript = `
unshare --mount --net --pid --fork --kill-child=SIGKILL --mount-proc sh -ec '
  ip link set lo up
  ip link add lab type bridge
  ip link set lab up
  echo ready
  exec cat >/dev/null'
find /sys/fs/cgroup -depth -type d -path "*/$1-*" -exec rmdir {} +
rm -rf "$0"`

/**
 * Several minimal Debian machines with systemd on their own network, in namespaces of this machine.
 * All of them end with this process.
 */
export class Lab {
  readonly folder: string
  readonly #guard: ChildProcess
  readonly #base: string
  readonly #machines = new Map<string, Machine>()

  private constructor(folder: string, guard: ChildProcess, base: string) {
    this.folder = folder
    this.#guard = guard
    this.#base = base
  }

  static async open(): Promise<Lab> {
    const base = prepareBareDebian()
    const folder = fs.mkdtempSync(path.join(createMemoryFolder() ?? os.tmpdir(), 'wms-lab-'))
    fs.chmodSync(folder, 0o755)
    const guard = spawn('sh', ['-c', guardScript, folder, path.basename(folder)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Ctrl+C ends it only through the closing pipe, so it still cleans up.
      detached: true,
    })
    const lab = new Lab(folder, guard, base)
    const lines = createInterface({ input: guard.stdout })
    const isReady = await Promise.race([once(lines, 'line'), once(guard, 'exit')])
    if (isReady[0] !== 'ready') throw new Error('no namespaces: run the tests as root')
    return lab
  }

  get #namespaces(): number {
    return findDescendants(this.#guard.pid ?? 0)[1] ?? 0
  }

  /** Command line that runs a program of this machine on the network of the lab. */
  inNetwork(command: readonly string[]): string[] {
    return ['nsenter', '--target', String(this.#namespaces), '--net', ...command]
  }

  /** Gives this side of the network an address. */
  address(address: string): void {
    const [program = '', ...args] = this.inNetwork(['ip', 'addr', 'add', address, 'dev', 'lab'])
    const added = spawnSync(program, args, { encoding: 'utf8' })
    if (added.status !== 0) throw new Error(added.stderr)
  }

  /** Starts a program as the first process of a machine, or its systemd with `--boot`. */
  launch(name: string, shared: readonly SharedFolder[], program: readonly string[]): Launched {
    const folderOf = (part: string) => path.join(this.folder, name, part)
    for (const part of ['upper', 'work', 'root']) fs.mkdirSync(folderOf(part), { recursive: true })
    const layers = `lowerdir=${this.#base},upperdir=${folderOf('upper')},workdir=${folderOf('work')}`
    const binds = shared.map(
      ({ from, to, isReadOnly }) => `--bind${isReadOnly ? '-ro' : ''}=${from}:${to}`,
    )
    const script = `${enterCgroup(`${path.basename(this.folder)}-${name}`)}
      mountpoint --quiet ${folderOf('root')} || mount -t overlay overlay -o ${layers} ${folderOf('root')}
      exec "$@"`
    const command = [
      'systemd-nspawn',
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--console=pipe',
      '--resolv-conf=copy-host',
      '--network-bridge=lab',
      `--machine=${name}`,
      `--directory=${folderOf('root')}`,
      ...binds,
      ...program,
    ]
    const log = fs.openSync(folderOf('console'), 'a')
    const inside = ['--target', String(this.#namespaces), '--mount', '--net', '--pid']
    const child = spawn('nsenter', [...inside, 'sh', '-ec', script, 'sh', ...command], {
      stdio: ['ignore', log, log],
    })
    fs.closeSync(log)
    return { child, console: folderOf('console') }
  }

  /** Boots a machine. A machine that has been stopped keeps its files. */
  async boot({ name, address, shared, files }: MachineOptions): Promise<Machine> {
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(this.folder, name, 'upper', file)
      fs.mkdirSync(path.dirname(target), { recursive: true })
      fs.writeFileSync(target, text)
    }
    const { child, console } = this.launch(name, shared, ['--boot'])
    const machine = new Machine(name, child, console)
    this.#machines.set(name, machine)
    await machine.booted(address)
    return machine
  }

  machine(name: string): Machine {
    const machine = this.#machines.get(name)
    if (!machine) throw new Error(`the lab has no machine ${name}`)
    return machine
  }

  async close(): Promise<void> {
    const ended = once(this.#guard, 'exit')
    this.#guard.stdin?.end()
    await ended
  }
}
