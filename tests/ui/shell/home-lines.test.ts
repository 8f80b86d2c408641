// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { arrangedLines, movedLine } from '#ui/remote/home-lines.ts'

const line = (ID: string, PART_CD: 'SETUP' | 'WORK' | 'WATCH' = 'WORK') => ({ ID, PART_CD })
const lines = [line('a'), line('w', 'WATCH'), line('b'), line('c'), line('v', 'WATCH')]
const ids = (order: readonly string[], hidden: readonly string[] = []) =>
  arrangedLines(lines, { order, hidden }).map(({ ID }) => ID)

test('lines stand as the product has them, what is only watched below', () => {
  expect(ids([])).toEqual(['a', 'b', 'c', 'w', 'v'])
})

test('lines the user has put first stand first, new ones behind them, hidden ones nowhere', () => {
  expect(ids(['c', 'a'])).toEqual(['c', 'a', 'b', 'w', 'v'])
  expect(ids(['v', 'c', 'gone'], ['a'])).toEqual(['c', 'b', 'v', 'w'])
})

test('a line moves within its part of the list', () => {
  const shown = arrangedLines(lines, { order: [], hidden: [] })
  expect(movedLine(shown, 1, -1)).toEqual(['b', 'a', 'c', 'w', 'v'])
  expect(movedLine(shown, 3, 1)).toEqual(['a', 'b', 'c', 'v', 'w'])
  expect(movedLine(shown, 2, 1)).toBeUndefined()
  expect(movedLine(shown, 0, -1)).toBeUndefined()
})
