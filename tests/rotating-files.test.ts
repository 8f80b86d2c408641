import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.doUnmock('#tests/support/changed-files.ts')
})

/** Store files that the short suite leaves out on a day. */
async function skippedOn(day: number, changed: ReadonlySet<string> | 'all'): Promise<Set<string>> {
  vi.resetModules()
  vi.stubEnv('SUITE', 'short')
  vi.stubEnv('SUITE_SEED', String(day))
  vi.doMock('#tests/support/changed-files.ts', () => ({
    changedFiles: () => [],
    changedAreas: () => changed,
  }))
  const { skippedFiles } = await import('#tests/support/rotating-files.ts')
  return new Set(skippedFiles().onPostgres)
}

test('every store file runs on one of three days', async () => {
  const nothing = new Set<string>()
  const first = await skippedOn(0, nothing)
  const twice = first.intersection(await skippedOn(1, nothing))
  expect(twice.size).toBeGreaterThan(50)
  expect([...twice.intersection(await skippedOn(2, nothing))]).toEqual([])
})

test('tests of a changed area and of areas above it run', async () => {
  const skipped = await skippedOn(0, new Set(['bonded']))
  const areas = new Set([...skipped].map((file) => file.split('/')[2]))
  expect(areas).toContain('inventory')
  expect(areas).not.toContain('bonded')
  expect(areas).not.toContain('billing')
})

test('every test runs if the server or the kernel changed', async () => {
  expect([...(await skippedOn(0, 'all'))]).toEqual([])
})
