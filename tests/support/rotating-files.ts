import fs from 'node:fs'
import path from 'node:path'
import { areas } from '#areas/order.ts'
import { changedAreas, changedFiles } from '#tests/support/changed-files.ts'
import { fileSeconds } from '#tests/support/file-seconds.ts'
import { isShortSuite, rotatingSample } from '#tests/support/suite.ts'
import { guards } from '#tests/torture/guards.ts'
import { revertedFixes } from '#tests/torture/reverted-fixes.ts'

const root = path.join(import.meta.dirname, '../..')

/**
 * Browser files that every short run includes: the grid, composed keys, the palette and the first
 * scan.
 */
const alwaysIncluded: readonly RegExp[] = [
  /^tests\/ui\/grid\/(?!template)/,
  /^tests\/ui\/forms\/hangul\.browser/,
  /^tests\/ui\/palette\/palette\.browser/,
  /^tests\/ui\/keyboard\/keyboard\.browser/,
  /^tests\/ui\/scanner\/wedge\.browser/,
]

/** Files that start servers, kill them or simulate months. They take half a minute or more each. */
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

/** At least one test of each area for the embedded store. */
export const embeddedAreaFiles: readonly string[] = [
  'tests/areas/billing/storage.test.ts',
  'tests/areas/bonded/deadlines.test.ts',
  'tests/areas/freight/bookings.test.ts',
  'tests/areas/inbound/receiving.test.ts',
  'tests/areas/inventory/ledger.test.ts',
  'tests/areas/inventory/moving.test.ts',
  'tests/areas/master/generate-cells.test.ts',
  'tests/areas/outbound/allocation.test.ts',
  'tests/areas/reports/stock-reports.test.ts',
  'tests/areas/supply-chain/orders.test.ts',
  'tests/areas/system/roles.test.ts',
]

/** Files that start a whole site of several machines. Only the full suite runs them. */
const fullOnly: readonly string[] = [
  'tests/server/cluster.test.ts',
  'tests/server/two-databases.test.ts',
  'tests/server/operation-guide.test.ts',
]

/** Sweeps over every operation, and simulations, which select their own samples. */
const sampledInside: ReadonlySet<string> = new Set([
  'tests/server/access.test.ts',
  'tests/server/job-bounds.test.ts',
  'tests/server/staff-names.test.ts',
  'tests/server/junk.test.ts',
  'tests/server/caller-kinds.test.ts',
  'tests/server/file-matrix.test.ts',
  'tests/server/bound-users.test.ts',
  'tests/server/refused-searches.test.ts',
  'tests/server/invalid-values.test.ts',
  'tests/server/other-warehouse.test.ts',
  'tests/areas/billing/oracle.test.ts',
  'tests/areas/inventory/stock-life.test.ts',
  'tests/areas/inventory/floor-life.test.ts',
])

function getFiles(pattern: string): string[] {
  return fs
    .globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted()
}

/** Store tests of which an eighth runs each day. Excludes those that mutations need. */
function rotatingStoreFiles(): string[] {
  const kept = new Set([
    ...slowStoreFiles,
    ...fullOnly,
    ...guards.flatMap(({ tests }) => tests),
    ...revertedFixes.flatMap(({ tests }) => tests),
  ])
  return getFiles('tests/{server,areas}/**/*.test.ts').filter(
    (file) => !/\.(?:rule|browser)\.test/.test(file) && !kept.has(file) && !sampledInside.has(file),
  )
}

/** Returns whether a file can be affected by the changes. Only later areas use an area. */
function createChangeFilter(): (file: string) => boolean {
  const changed = changedAreas()
  if (changed === 'all' || changedFiles('tests/support').length > 0) return () => true
  const first = areas.findIndex(({ name }) => changed.has(name))
  const seeing = new Set(first < 0 ? [] : areas.slice(first).map(({ name }) => name))
  return (file) => seeing.has(file.split('/')[2] ?? '')
}

function rotatingBrowserFiles(): string[] {
  return getFiles('tests/**/*.browser.test.ts').filter(
    (file) => !alwaysIncluded.some((pattern) => pattern.test(file)),
  )
}

/** Every file that the short suite runs only on some days. */
export function rotatingFiles(): readonly string[] {
  return [...slowStoreFiles, ...rotatingStoreFiles(), ...rotatingBrowserFiles()]
}

type SkippedFiles = {
  readonly everywhere: string[]
  readonly onPostgres: string[]
  readonly onEmbedded: string[]
}

/** Files that the short suite skips today. Files that the changes can affect always run. */
export function getSkippedFiles(): SkippedFiles {
  if (!isShortSuite) return { everywhere: [], onPostgres: [], onEmbedded: [] }
  const changed = new Set(changedFiles('tests'))
  const isAffected = createChangeFilter()
  const skip = (files: readonly string[], running: readonly string[]) =>
    files.filter((file) => !running.includes(file) && !changed.has(file))
  const slow = rotatingSample('slow server files', slowStoreFiles, slowStoreFiles.length)
  const inBrowser = rotatingBrowserFiles()
  const browser = rotatingSample('browser files', inBrowser, 20, (file) =>
    fileSeconds('browser', file),
  )
  const onPostgres = rotatingStoreFiles()
  const postgres = rotatingSample('store files', onPostgres, 8, (file) =>
    fileSeconds('postgres', file),
  )
  const embedded = rotatingSample('embedded files', embeddedAreaFiles, 3, (file) =>
    fileSeconds('embedded', file),
  )
  return {
    everywhere: [...skip(slowStoreFiles, slow), ...skip(inBrowser, browser), ...skip(fullOnly, [])],
    onPostgres: skip(onPostgres, [...postgres, ...onPostgres.filter(isAffected)]),
    onEmbedded: skip(embeddedAreaFiles, [...embedded, ...embeddedAreaFiles.filter(isAffected)]),
  }
}
