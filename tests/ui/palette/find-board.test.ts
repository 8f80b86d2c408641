import { expect, test } from 'vitest'
import { FindBoard } from '#ui/command-line/find-board.ts'

test('what would change nothing that is shown is known before it is looked at', () => {
  const board = new FindBoard(10)
  board.start(2, new Map())
  expect(board.isVain(9, 1)).toBe(false)
  board.offer(5, 700, 'label')
  board.offer(6, 600, 'label')
  board.offer(4, 650, 'label')
  // Shown are 5 with 700 and 4 with 650.
  expect(board.isVain(9, 649)).toBe(true)
  expect(board.isVain(9, 651)).toBe(false)
  // Of equal finds the earlier entry is shown.
  expect(board.isVain(9, 650)).toBe(true)
  expect(board.isVain(3, 650)).toBe(false)
  board.offer(3, 650, 'label')
  expect(board.best().map(({ entry }) => entry)).toEqual([5, 3])
})

test('an entry the user often chooses is never passed over, and stands higher', () => {
  const board = new FindBoard(10)
  board.start(1, new Map([[9, 60]]))
  board.offer(5, 700, 'label')
  expect(board.isVain(9, 650)).toBe(false)
  board.offer(9, 650, 'label')
  expect(board.best()).toMatchObject([{ entry: 9, score: 710 }])
  board.start(1, new Map())
  board.offer(5, 700, 'label')
  expect(board.isVain(9, 650)).toBe(true)
})

test('of entries found alike those past the last one shown need no look, unless one is often chosen', () => {
  const board = new FindBoard(10)
  const alike = Int32Array.of(2, 3, 6, 9)
  board.start(2, new Map())
  board.offer(4, 600, 'label')
  board.offer(5, 600, 'label')
  expect(board.areVain(alike, 0, 4, 600)).toBe(false)
  expect(board.areVain(alike, 2, 4, 600)).toBe(true)
  expect(board.areVainFrom(6, 600)).toBe(true)
  expect(board.areVainFrom(6, 601)).toBe(false)
  board.start(2, new Map([[9, 60]]))
  board.offer(4, 600, 'label')
  board.offer(5, 600, 'label')
  expect(board.areVain(alike, 2, 4, 590)).toBe(false)
})
