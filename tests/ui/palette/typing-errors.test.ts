import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jamoKeys } from '#kernel/hangul-units.ts'
import { searchText } from '#ui/command-line/search-text.ts'
import { prefixDistance, typoPattern } from '#ui/command-line/typing-errors.ts'

/** Textbook optimal string alignment, minimum over all prefixes of the text. */
function textbookDistance(query: string, text: string): number {
  const [a, b] = [jamoKeys(query), jamoKeys(text)]
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_column, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const distanceAt = (i: number, j: number): number => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let fewest = Math.min(
        distanceAt(i - 1, j) + 1,
        distanceAt(i, j - 1) + 1,
        distanceAt(i - 1, j - 1) + same,
      )
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) fewest = Math.min(fewest, distanceAt(i - 2, j - 2) + 1)
      const row = rows[i]
      if (row) row[j] = fewest
    }
  }
  return Math.min(...(rows[a.length] ?? []))
}

test('the prefix distance equals the textbook distance up to the allowed number of errors', () => {
  const text = fc.string({ unit: fc.constantFrom('가', '나', '각', 'a', 'b', '1'), maxLength: 9 })
  fc.assert(
    fc.property(text, text, (query, target) => {
      const wanted = typoPattern(query)
      fc.pre(wanted !== undefined)
      const distance = prefixDistance(wanted, searchText(target).keys, 0)
      expect(distance).toBe(Math.min(textbookDistance(query, target), wanted.allowed + 1))
    }),
  )
})

test('a query of fewer than four keys is never treated as a typo', () => {
  expect(typoPattern('셀')).toBeUndefined()
  expect(typoPattern('재고')).toMatchObject({ allowed: 1 })
  expect(typoPattern('재고이동')).toMatchObject({ allowed: 2 })
})
