import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export type PostgresPrograms = { folder: string }

const aptGet = '/usr/bin/apt-get'
const suffix = process.platform === 'win32' ? '.exe' : ''

function isComplete(folder: string): boolean {
  return ['initdb', 'postgres'].every((name) => fs.existsSync(path.join(folder, name + suffix)))
}

function listFolders(parent: string): string[] {
  if (!fs.existsSync(parent)) return []
  const versions = fs.readdirSync(parent).filter((name) => /^\d/.test(name))
  versions.sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
  return versions.map((version) => path.join(parent, version, 'bin'))
}

/** Debian installs each version outside PATH, others on it. */
function candidates(): string[] {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const linked = onPath.flatMap((folder) => {
    const link = path.join(folder, `initdb${suffix}`)
    return fs.existsSync(link) ? [path.dirname(fs.realpathSync(link))] : []
  })
  return [
    ...linked,
    ...listFolders('/usr/lib/postgresql'),
    ...listFolders('/Library/PostgreSQL'),
    ...listFolders('C:\\Program Files\\PostgreSQL'),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/opt/postgresql/bin',
    '/usr/pgsql/bin',
    '/usr/local/pgsql/bin',
  ]
}

function majorVersion(folder: string): number {
  const answer = spawnSync(path.join(folder, `postgres${suffix}`), ['--version'], {
    encoding: 'utf8',
  })
  return Number(/(\d+)/.exec(answer.stdout)?.[1] ?? 0)
}

function findPostgres(): PostgresPrograms | undefined {
  const folder = candidates().find((place) => isComplete(place) && majorVersion(place) >= 15)
  return folder === undefined ? undefined : { folder }
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && fs.existsSync(aptGet)
}

/** @returns whether it succeeded. The output of apt-get goes to the terminal. */
export function installByApt(name: string): boolean {
  if (!canInstall()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: 'inherit' as const }
  spawnSync(aptGet, ['update'], options)
  const wanted = ['install', '-y', '--no-install-recommends', name]
  return spawnSync(aptGet, wanted, options).status === 0
}

export function findOrInstallPostgres(): PostgresPrograms | undefined {
  return findPostgres() ?? (installByApt('postgresql') ? findPostgres() : undefined)
}

/** Debian keeps daemons in `sbin`, which is not on the PATH of every user. */
function findProgram(name: string): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const folders = [...onPath, '/usr/sbin', '/usr/bin'].filter((folder) => folder !== '')
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file))
}

/** Programs used by tests, and the Debian packages that contain them. */
const packages = {
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  faketime: 'faketime',
  debootstrap: 'debootstrap',
  'systemd-nspawn': 'systemd-container',
  ip: 'iproute2',
} as const

/** Returns the path of a program, if necessary installed by apt-get; undefined if unavailable. */
export function findOrInstall(name: keyof typeof packages): string | undefined {
  return findProgram(name) ?? (installByApt(packages[name]) ? findProgram(name) : undefined)
}
