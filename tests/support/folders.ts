import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export function emptyMigrationFolder(): string {
  const folder = path.join(os.tmpdir(), 'wms-migrations-none')
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
