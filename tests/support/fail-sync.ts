/** Preloaded into a process and its threads. Every fsync fails once the named file exists. */
import fs from 'node:fs'

const sign = process.env['FAIL_SYNC_SIGN'] ?? ''
const fsyncSync = fs.fsyncSync

fs.fsyncSync = (handle) => {
  if (fs.existsSync(sign)) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
  fsyncSync(handle)
}
