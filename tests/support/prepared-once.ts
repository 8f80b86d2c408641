import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Removes templates of earlier dates, because every change of the input creates a new one. */
function deleteExpired(cache: string): void {
  const dayMs = 24 * 60 * 60_000
  for (const name of fs.readdirSync(cache)) {
    const file = path.join(cache, name)
    const { mtimeMs } = fs.statSync(file)
    if (mtimeMs < Date.now() - dayMs) fs.rmSync(file, { recursive: true, force: true })
  }
}

/**
 * Creates a file or folder that many test processes start from. The first process creates it while
 * the others wait. `name` must change with its input.
 * @param make writes it to the given path.
 * @returns its path. It is copied, never changed.
 */
export async function prepareOnce(
  name: string,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const user = process.getuid?.() ?? 0
  const cache = path.join(os.tmpdir(), `wms-test-templates-${user}`)
  fs.mkdirSync(cache, { recursive: true, mode: 0o700 })
  const file = path.join(cache, name)
  if (fs.existsSync(file)) return file
  const gate = new DatabaseSync(`${file}.gate`, { timeout: 120_000 })
  try {
    gate.exec('begin exclusive')
    if (fs.existsSync(file)) return file
    deleteExpired(cache)
    const draft = `${file}.${process.pid}`
    fs.rmSync(draft, { recursive: true, force: true })
    await make(draft)
    fs.renameSync(draft, file)
    return file
  } finally {
    gate.close()
  }
}
