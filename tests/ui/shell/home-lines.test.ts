// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { arrangedLines, movedLine, titleOfWork } from '#ui/remote/home-lines.ts'

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

test('who may do nothing of it is told how it goes, not what to do', () => {
  const shown = (part: 'WORK' | 'WATCH') => ({ SETUP: null, COUNT: 1, PART_CD: part })
  const title = (...parts: ('WORK' | 'WATCH')[]) => titleOfWork([], parts.map(shown)).ko
  expect(title('WATCH', 'WATCH')).toBe('진행 현황')
  expect(title('WORK', 'WATCH')).toBe('지금 할 일')
  expect(title()).toBe('지금 할 일')
})
