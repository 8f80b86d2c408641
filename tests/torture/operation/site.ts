import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readGuide, type Block } from './guide.ts'
import { Lab, type SharedFolder } from './lab.ts'
import type { Machine } from './machine.ts'

const root = path.join(import.meta.dirname, '../../..')
const addresses: Readonly<Record<string, string>> = {
  desk: '10.77.0.10',
  db1: '10.77.0.11',
  db2: '10.77.0.12',
  app1: '10.77.0.21',
  app2: '10.77.0.22',
  balancer: '10.77.0.31',
}
export const siteName = 'wms.example.com'
export const balancerAddress = addresses['balancer'] ?? ''
export const releases = ['v1', 'v2'] as const

/** Copies the checkout into a repository with two releases. The second release adds a table. */
function makeRepository(folder: string): void {
  const ignored = new Set(
    ['.git', 'node_modules', 'dist', 'data'].map((name) => path.join(root, name)),
  )
  fs.cpSync(root, folder, { recursive: true, filter: (file) => !ignored.has(file) })
  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com']
    execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'pipe' })
  }
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message=first')
  git('tag', releases[0])
  const migration = path.join(folder, 'src/server/migrations/9999_second_release.sql')
  fs.writeFileSync(migration, 'create table second_release (n integer primary key);\n')
  const label = path.join(folder, 'src/ui/index.html')
  fs.writeFileSync(label, fs.readFileSync(label, 'utf8').replace('<head>', '<head><!-- 2 -->'))
  git('add', '--all')
  git('commit', '--quiet', '--message=second')
  git('tag', releases[1])
}

/** Machines on which the blocks of the guide run. */
export class GuidedSite {
  readonly lab: Lab
  readonly #blocks: readonly Block[]
  readonly #executed = new Set<Block>()
  readonly #env: Record<string, string>

  private constructor(lab: Lab) {
    this.lab = lab
    this.#blocks = readGuide()
    this.#env = {
      SITE: siteName,
      BALANCER: balancerAddress,
      SOURCE: 'file:///srv/source',
      RELEASE: releases[0],
    }
  }

  static async open(): Promise<GuidedSite> {
    const lab = await Lab.open()
    try {
      lab.address('10.77.0.1/24')
      makeRepository(path.join(lab.folder, 'source'))
      const site = new GuidedSite(lab)
      for (const name of Object.keys(addresses)) await site.boot(name)
      return site
    } catch (error) {
      await lab.close()
      throw error
    }
  }

  async boot(name: string): Promise<Machine> {
    const hosts = Object.entries({
      localhost: '127.0.0.1',
      ...addresses,
      [siteName]: balancerAddress,
    })
    return this.lab.boot({
      name,
      address: `${addresses[name]}/24`,
      shared: this.#shared(name),
      files: {
        'etc/hostname': `${name}\n`,
        'etc/hosts': hosts.map(([host, address]) => `${address} ${host}\n`).join(''),
      },
    })
  }

  #shared(name: string): readonly SharedFolder[] {
    const sharedFolder = (at: string, to: string): SharedFolder => {
      fs.mkdirSync(at, { recursive: true })
      return { from: at, to }
    }
    const cache = path.join(os.tmpdir(), 'wms-lab-cache')
    const packages = sharedFolder(path.join(cache, 'apt'), '/var/cache/apt/archives')
    const source = {
      from: path.join(this.lab.folder, 'source'),
      to: '/srv/source',
      isReadOnly: true,
    }
    if (name === 'desk')
      return [packages, source, sharedFolder(path.join(cache, 'npm'), '/var/cache/npm')]
    if (!name.startsWith('db')) return [packages]
    return [packages, sharedFolder(path.join(this.lab.folder, 'archive'), '/srv/wms-archive')]
  }

  /** Sets a variable of the guide. */
  set(name: 'RELEASE' | 'RESTORE_TO', value: string): void {
    this.#env[name] = value
  }

  /** Copies the prepared folders and the release from the machine `desk`, as the guide requires. */
  copyFromDesk(scope: 'site and release' | 'release'): void {
    const pathInside = (machine: string, file: string) =>
      path.join(`/proc/${this.lab.machine(machine).leader}/root`, file)
    const file = `${this.#env['RELEASE']}.tar.gz`
    for (const name of Object.keys(addresses).filter((key) => key !== 'desk')) {
      fs.mkdirSync(pathInside(name, 'opt/wms'), { recursive: true })
      fs.copyFileSync(pathInside('desk', file), pathInside(name, `opt/wms/${file}`))
      if (scope === 'release') continue
      fs.cpSync(pathInside('desk', `site/${name}`), pathInside(name, 'etc/wms'), {
        recursive: true,
      })
    }
  }

  /** Runs the next blocks of a section on their machines, all by default. Returns their output. */
  async run(section: string, count = Infinity): Promise<string> {
    const next = this.#blocks.filter(
      (block) => block.section === section && !this.#executed.has(block),
    )
    if (next.length === 0) throw new Error(`no block is left in the section ${section}`)
    let output = ''
    for (const block of next.slice(0, count)) {
      for (const name of block.machines) {
        const started = performance.now()
        output += await this.lab.machine(name).run(block.text, this.#env)
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        console.log(`${section}: ${seconds} s on ${name}`)
      }
      this.#executed.add(block)
    }
    return output
  }

  /** Blocks that no test has run. */
  get unexecuted(): readonly Block[] {
    return this.#blocks.filter((block) => !this.#executed.has(block))
  }

  /** Rows of a query on a database machine, as text. */
  async query(machine: string, sql: string): Promise<readonly string[]> {
    const command = `runuser -u postgres -- psql --dbname wms -XAt --command "${sql}"`
    const output = await this.lab.machine(machine).run(command)
    return output.split('\n').filter(Boolean)
  }
}
