import fs from 'node:fs'
import path from 'node:path'
import { changedFiles } from '#tests/support/changed-files.ts'
import { fileSeconds } from '#tests/support/file-seconds.ts'
import { isShortSuite, rotatingSample } from '#tests/support/suite.ts'

const root = path.join(import.meta.dirname, '../..')

/** Browser files of every short run: the grid, composed keys, the palette and the first scan. */
const everyRun: readonly RegExp[] = [
  /^tests\/ui\/grid\/(?!template)/,
  /^tests\/ui\/forms\/hangul\.browser/,
  /^tests\/ui\/palette\/palette\.browser/,
  /^tests\/ui\/keyboard\/keyboard\.browser/,
  /^tests\/ui\/scanner\/wedge\.browser/,
]

/** Files that start servers, kill them or live through months: half a minute or more each. */
const slowStoreFiles = [
  'tests/server/db/embedded-store.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/demo-past.test.ts',
  'tests/server/replica-reads.test.ts',
  'tests/server/power-cut.test.ts',
  'tests/server/torture.test.ts',
  'tests/server/scheduled-backups.test.ts',
  'tests/server/files/spreadsheet-reader.test.ts',
  'tests/server/crash.test.ts',
  'tests/areas/billing/killed-close.test.ts',
  'tests/server/arrow/arrow-stream.test.ts',
] as const

/** Files that start a whole site of several machines. Only the full suite runs them. */
const fullOnly: readonly string[] = [
  'tests/server/cluster.test.ts',
  'tests/server/operation-guide.test.ts',
]

function rotatingBrowserFiles(): string[] {
  return fs
    .globSync('tests/**/*.browser.test.ts', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !everyRun.some((pattern) => pattern.test(file)))
    .toSorted()
}

/** Every file that takes turns in the short suite. */
export function rotatingFiles(): readonly string[] {
  return [...slowStoreFiles, ...rotatingBrowserFiles()]
}

/** Files that the short suite leaves out today. Those that changed since the merge base run. */
export function skippedFiles(): string[] {
  if (!isShortSuite) return []
  const running = new Set([
    ...rotatingSample('slow server files', slowStoreFiles, slowStoreFiles.length),
    ...rotatingSample('browser files', rotatingBrowserFiles(), 20, (file) =>
      fileSeconds('browser', file),
    ),
    ...changedFiles('tests'),
  ])
  return [...rotatingFiles(), ...fullOnly].filter((file) => !running.has(file))
}
