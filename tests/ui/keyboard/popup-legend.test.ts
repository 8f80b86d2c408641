import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { evaluate, parseWhen } from '#kernel/when.ts'
import { fixedKeys } from '#ui/keys/fixed-keys.ts'

const getTitle = (
  key: string,
  context: Readonly<Record<string, boolean | string>>,
): string | undefined =>
  fixedKeys.find(
    ({ keys, when, legend }) =>
      legend !== undefined && keys.includes(key) && evaluate(parseWhen(when), context),
  )?.title.en

test.each([
  ['closes a popup', { popupOpen: true }, 'Close'],
  ['closes a confirmation', { dialogOpen: true }, 'Close'],
  ['cancels an open field', { editing: true }, 'Cancel'],
  ['cancels an open field of a popup', { popupOpen: true, editing: true }, 'Cancel'],
] as const)('the legend names what Escape does: %s', (_name, context, title) => {
  expect(getTitle('Escape', context)).toBe(title)
})

const inGrid = { grid: true, pageInFront: true, checks: true, readOnlyCell: true, hasRows: true }

test.each([
  ['selects a row with a checkbox', 'Space', inGrid, 'Select row'],
  ['types a space in an editable cell', 'Space', { ...inGrid, readOnlyCell: false }, undefined],
  ['does nothing without checkboxes', 'Space', { ...inGrid, checks: false }, undefined],
  ['edits a field', 'F2', { ...inGrid, editable: true }, 'Edit field'],
  ['does nothing without rows', 'F2', { ...inGrid, editable: true, hasRows: false }, undefined],
  ['opens a Home line', '1', { zone: 'home', pageInFront: true }, 'Open directly (1–9, a–z)'],
  ['types into a window over Home', '1', { zone: 'home', popupOpen: true }, undefined],
] as const)('the legend lists a key only where it works: %s', (_name, key, context, title) => {
  expect(getTitle(key, context)).toBe(title)
})

test('no command has the same title as the key that closes a window', () => {
  const closing = fixedKeys
    .filter(({ keys, when }) => keys.includes('Escape') && when.includes('popupOpen'))
    .map(({ title }) => title.ko)
  const undoing = Object.values(commands).filter(({ title }) =>
    /undo|cancel|reverse/i.test(title.en),
  )
  expect(undoing.filter(({ title }) => closing.some((word) => title.ko.includes(word)))).toEqual([])
  expect(closing).toHaveLength(1)
})
