import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findOrInstall } from '#tests/support/postgres-install.ts'

const release = 'bookworm'
/** Maximum age of the folder, after which its list of packages is outdated. */
const maxAgeMs = 30 * 24 * 60 * 60_000

/**
 * Returns the folder of a minimal Debian 12 with systemd, made once. It is only read. Throws an
 * Error where it cannot be made.
 */
export function prepareBareDebian(): string {
  const missing = (['debootstrap', 'systemd-nspawn', 'ip'] as const).filter(
    (name) => !findOrInstall(name),
  )
  if (missing.length > 0) throw new Error(`missing and not installable: ${missing.join(', ')}`)
  const folder = path.join(os.tmpdir(), `wms-bare-${release}`)
  const isFresh = fs.existsSync(folder) && fs.statSync(folder).mtimeMs > Date.now() - maxAgeMs
  if (isFresh) return folder
  const draft = `${folder}.${process.pid}`
  const packages = '--include=systemd,systemd-sysv,dbus'
  const made = spawnSync('debootstrap', ['--variant=minbase', packages, release, draft], {
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`debootstrap: ${made.stdout}${made.stderr}`)
  // Skip syncing, because the simulated failures do not affect the disk of this machine.
  fs.writeFileSync(path.join(draft, 'etc/dpkg/dpkg.cfg.d/lab'), 'force-unsafe-io\n')
  fs.chmodSync(draft, 0o755)
  fs.rmSync(folder, { recursive: true, force: true })
  fs.renameSync(draft, folder)
  return folder
}
