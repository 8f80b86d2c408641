import { expect, test } from 'vitest'
import { selectionText } from '#ui/shell/selection-text.ts'

test('a selection without numbers has neither sum nor average', () => {
  const texts = { cells: 1200, count: 0, sum: 0, average: 0 }
  expect(selectionText(texts).en).toBe('1,200 fields')
  const empty = [{ title: null, sum: 0 }]
  expect(selectionText({ ...texts, units: empty }).en).toBe('1,200 fields')
})

test('a selection of zeros has a sum', () => {
  const zeros = { cells: 2, count: 2, sum: 0, average: 0 }
  expect(selectionText(zeros).en).toBe('2 fields · sum 0 · avg 0')
})
