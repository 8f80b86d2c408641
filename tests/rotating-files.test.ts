import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.doUnmock('#tests/support/changed-files.ts')
})

/** Store files that the short suite leaves out on a day. */
async function skipFilesOn(
  day: number,
  changed: ReadonlySet<string> | 'all',
  store: 'onPostgres' | 'onEmbedded' = 'onPostgres',
): Promise<Set<string>> {
  vi.resetModules()
  vi.stubEnv('SUITE', 'short')
  vi.stubEnv('SUITE_SEED', String(day))
  vi.doMock('#tests/support/changed-files.ts', () => ({
    changedFiles: () => [],
    changedAreas: () => changed,
  }))
  const { getSkippedFiles } = await import('#tests/support/rotating-files.ts')
  return new Set(getSkippedFiles()[store])
}

test.each([
  { name: 'PostgreSQL', store: 'onPostgres', days: 8 },
  { name: 'embedded', store: 'onEmbedded', days: 3 },
] as const)('every rotating $name file runs on one of $days days', async ({ store, days }) => {
  const nothing = new Set<string>()
  let never = await skipFilesOn(0, nothing, store)
  expect(never.size).toBeGreaterThan(5)
  for (let day = 1; day < days; day += 1) {
    never = never.intersection(await skipFilesOn(day, nothing, store))
    expect(never.size === 0).toBe(day === days - 1)
  }
})

test('tests of a changed area and of areas above it run', async () => {
  const skipped = await skipFilesOn(0, new Set(['bonded']))
  const areas = new Set([...skipped].map((file) => file.split('/')[2]))
  expect(areas).toContain('inventory')
  expect(areas).not.toContain('bonded')
  expect(areas).not.toContain('billing')
})

test('every test runs if the server or the kernel changed', async () => {
  expect([...(await skipFilesOn(0, 'all'))]).toEqual([])
  expect([...(await skipFilesOn(0, 'all', 'onEmbedded'))]).toEqual([])
})
