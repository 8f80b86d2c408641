import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** One folder without migrations, shared by all tests that bring their own tables. */
export function emptyMigrations(): string {
  const folder = path.join(os.tmpdir(), 'wms-migrations-none')
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
