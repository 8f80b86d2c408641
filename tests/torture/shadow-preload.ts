/**
 * Preloaded into a process before a power cut. Maintains a shadow of the data folder with only the
 * synced data. Renames are durable immediately, as on a journalling file system. File contents are
 * durable only after fsync.
 */
import fs from 'node:fs'
import path from 'node:path'

const shadowedFolder = process.env['SHADOW_OF'] ?? ''
const shadow = process.env['SHADOW_DIR'] ?? ''

function toShadowPath(file: string): string | undefined {
  const inside = path.relative(shadowedFolder, file)
  return shadowedFolder === '' || inside.startsWith('..') ? undefined : path.join(shadow, inside)
}

/** Writes atomically, because the process can be killed while the shadow is written. */
function writeShadow(handle: number): void {
  const file = fs.readlinkSync(`/proc/self/fd/${handle}`)
  const kept = toShadowPath(file)
  if (kept === undefined || !fs.statSync(file).isFile()) return
  fs.mkdirSync(path.dirname(kept), { recursive: true })
  fs.copyFileSync(file, `${kept}.draft`)
  fs.renameSync(`${kept}.draft`, kept)
}

if (shadowedFolder !== '' && shadow !== '') {
  const sync = fs.fsyncSync
  const rename = fs.renameSync
  fs.fsyncSync = (handle) => {
    sync(handle)
    if (process.env['SHADOW_BROKEN'] === undefined) writeShadow(handle)
  }
  fs.renameSync = (from, to) => {
    rename(from, to)
    const [kept, now] = [toShadowPath(String(from)), toShadowPath(String(to))]
    if (kept && now && fs.existsSync(kept)) rename(kept, now)
  }
}
