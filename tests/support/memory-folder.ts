import fs from 'node:fs'

const folder = '/dev/shm'
/** Of the folder and of the machine: a small machine and a small container keep to the disk. */
const wantedBytes = 6 * 1024 ** 3

/**
 * Where files live in memory, on a machine that has room enough: what tests write is read once and
 * thrown away. Undefined where there is no such place.
 */
export function memoryFolder(): string | undefined {
  if (process.platform !== 'linux' || process.availableMemory() < wantedBytes) return undefined
  try {
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize < wantedBytes ? undefined : folder
  } catch {
    return undefined
  }
}
