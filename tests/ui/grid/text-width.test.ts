import { beforeEach, expect, test } from 'vitest'
import { clearWidths, textWidth } from '#ui/grid/columns/text-width.ts'

/** Fake canvas with the given letter widths. Records the measured texts. */
function fakeCanvas(widthOf: (letter: string) => number) {
  const requests: string[] = []
  const measureText = (text: string) => {
    requests.push(text)
    return { width: Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) }
  }
  return { ctx: { measureText }, asked: requests }
}

const dataFont = (letter: string) => (letter >= '가' && letter <= '힣' ? 13 : 6.5)
const measureLetter = (letter: string) => (letter === 'i' ? 3 : dataFont(letter))

beforeEach(() => clearWidths())

test('text in the data font uses known widths, and only unknown characters are measured', () => {
  const { ctx, asked } = fakeCanvas(dataFont)
  expect(textWidth(ctx, 'data', '비타민C 1000…')).toBe(39 + 6.5 * 7)
  const count = asked.length
  expect(textWidth(ctx, 'data', 'SKU-1 가방')).toBe(6.5 * 6 + 26)
  expect(asked).toHaveLength(count)
  expect(textWidth(ctx, 'data', '①')).toBe(6.5)
  expect(asked.at(-1)).toBe('①')
})

test('a proportional font is measured, and clearing the cache checks the font again', () => {
  const uneven = fakeCanvas(measureLetter)
  expect(textWidth(uneven.ctx, 'words', 'iii')).toBe(9)
  expect(uneven.asked.at(-1)).toBe('iii')
  clearWidths()
  const even = fakeCanvas(dataFont)
  expect(textWidth(even.ctx, 'words', 'iii')).toBe(19.5)
})
