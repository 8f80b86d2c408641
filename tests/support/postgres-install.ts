import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export type PostgresPrograms = { folder: string }

const aptGet = '/usr/bin/apt-get'
const suffix = process.platform === 'win32' ? '.exe' : ''

function isComplete(folder: string): boolean {
  return ['initdb', 'postgres'].every((name) => fs.existsSync(path.join(folder, name + suffix)))
}

function foldersIn(parent: string): string[] {
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
    ...foldersIn('/usr/lib/postgresql'),
    ...foldersIn('/Library/PostgreSQL'),
    ...foldersIn('C:\\Program Files\\PostgreSQL'),
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
export function aptInstall(name: string): boolean {
  if (!canInstall()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: 'inherit' as const }
  spawnSync(aptGet, ['update'], options)
  const wanted = ['install', '-y', '--no-install-recommends', name]
  return spawnSync(aptGet, wanted, options).status === 0
}

export function findOrInstallPostgres(): PostgresPrograms | undefined {
  return findPostgres() ?? (aptInstall('postgresql') ? findPostgres() : undefined)
}

/** Returns the path of pgbouncer, if necessary installed by apt-get; undefined if unavailable. */
export function findOrInstallPooler(): string | undefined {
  const program = '/usr/sbin/pgbouncer'
  const find = () => (fs.existsSync(program) ? program : undefined)
  return find() ?? (aptInstall('pgbouncer') ? find() : undefined)
}
