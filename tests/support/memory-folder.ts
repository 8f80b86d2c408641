import fs from 'node:fs'

const folder = '/dev/shm'
/**
 * Required space in the folder and in available memory. Small machines and containers use the disk.
 */
const wantedBytes = 6 * 1024 ** 3

/**
 * RAM disk folder for short-lived test files, if the machine has enough memory. Undefined
 * otherwise.
 */
export function createMemoryFolder(): string | undefined {
  if (process.platform !== 'linux' || process.availableMemory() < wantedBytes) return undefined
  try {
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize < wantedBytes ? undefined : folder
  } catch {
    return undefined
  }
}
