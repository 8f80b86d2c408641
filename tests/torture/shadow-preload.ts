/**
 * Loaded before a process that is going to lose its power: keeps beside the data folder a shadow
 * that holds what was synced to the disk and nothing else. Renames count as done at once, as a
 * journalling file system gives them; the bytes of a file only with its fsync.
 */
import fs from 'node:fs'
import path from 'node:path'

const of = process.env['SHADOW_OF'] ?? ''
const shadow = process.env['SHADOW_DIR'] ?? ''

function inShadow(file: string): string | undefined {
  const inside = path.relative(of, file)
  return of === '' || inside.startsWith('..') ? undefined : path.join(shadow, inside)
}

/** Whole or not at all: the power may go while the shadow is being written. */
function keep(handle: number): void {
  const file = fs.readlinkSync(`/proc/self/fd/${handle}`)
  const kept = inShadow(file)
  if (kept === undefined || !fs.statSync(file).isFile()) return
  fs.mkdirSync(path.dirname(kept), { recursive: true })
  fs.copyFileSync(file, `${kept}.draft`)
  fs.renameSync(`${kept}.draft`, kept)
}

if (of !== '' && shadow !== '') {
  const sync = fs.fsyncSync
  const rename = fs.renameSync
  fs.fsyncSync = (handle) => {
    sync(handle)
    if (process.env['SHADOW_BROKEN'] === undefined) keep(handle)
  }
  fs.renameSync = (from, to) => {
    rename(from, to)
    const [kept, now] = [inShadow(String(from)), inShadow(String(to))]
    if (kept && now && fs.existsSync(kept)) rename(kept, now)
  }
}
