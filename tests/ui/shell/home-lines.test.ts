// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { arrangeLines, orderAfterMove, workTitle } from '#ui/remote/home-lines.ts'

const line = (ID: string, PART_CD: 'SETUP' | 'WORK' | 'WATCH' = 'WORK') => ({ ID, PART_CD })
const lines = [line('a'), line('w', 'WATCH'), line('b'), line('c'), line('v', 'WATCH')]
const arrangedIds = (order: readonly string[], hidden: readonly string[] = []) =>
  arrangeLines(lines, { order, hidden }).map(({ ID }) => ID)

test('lines follow the default order, with watch-only lines last', () => {
  expect(arrangedIds([])).toEqual(['a', 'b', 'c', 'w', 'v'])
})

test('user-ordered lines are first, new lines follow and hidden lines are omitted', () => {
  expect(arrangedIds(['c', 'a'])).toEqual(['c', 'a', 'b', 'w', 'v'])
  expect(arrangedIds(['v', 'c', 'gone'], ['a'])).toEqual(['c', 'b', 'v', 'w'])
})

test('a line moves within its part of the list', () => {
  const shown = arrangeLines(lines, { order: [], hidden: [] })
  expect(orderAfterMove(shown, 1, -1)).toEqual(['b', 'a', 'c', 'w', 'v'])
  expect(orderAfterMove(shown, 3, 1)).toEqual(['a', 'b', 'c', 'v', 'w'])
  expect(orderAfterMove(shown, 2, 1)).toBeUndefined()
  expect(orderAfterMove(shown, 0, -1)).toBeUndefined()
})

test('the title shows progress rather than tasks if the user can only watch', () => {
  const shownLine = (part: 'WORK' | 'WATCH') => ({ SETUP: null, COUNT: 1, PART_CD: part })
  const titleFor = (...parts: ('WORK' | 'WATCH')[]) => workTitle([], parts.map(shownLine)).ko
  expect(titleFor('WATCH', 'WATCH')).toBe('진행 현황')
  expect(titleFor('WORK', 'WATCH')).toBe('지금 할 일')
  expect(titleFor()).toBe('지금 할 일')
})
