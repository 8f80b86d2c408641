import { expect, test } from 'vitest'
import { outcomeText } from '#kernel/outcome-text.ts'
import { testLabel } from '#tests/support/labels.ts'

const textFor = (approved: number, rejected: number) =>
  outcomeText(
    [approved, testLabel(`${approved} approved.`)],
    [rejected, testLabel(`${rejected} rejected.`)],
  ).en

test.each([
  [2, 1, '2 approved. 1 rejected.'],
  [2, 0, '2 approved.'],
  [0, 1, '1 rejected.'],
  [0, 0, '0 approved.'],
])('a message names only what occurred: %i approved, %i rejected', (approved, rejected, shown) => {
  expect(textFor(approved, rejected)).toBe(shown)
})
