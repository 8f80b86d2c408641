import path from 'node:path'
import { expect, test } from 'vitest'
import { countTests } from '#tests/support/count-tests.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

test.each([1, 2, 3])('row %i of the table counts as one of the four tests of this file', (row) => {
  expect(row).toBeLessThan(4)
})

// Starts a second vitest process, which can be slow on a busy machine.
test('each row of a table counts as a test', { timeout: 120_000 }, () => {
  const own = path.relative(process.cwd(), import.meta.filename)
  expect(countTests('fast', temporaryFolder(), [own])).toBe(4)
})
