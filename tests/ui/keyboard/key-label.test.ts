import { expect, test } from 'vitest'
import { ariaKeyShortcuts, keyLabel } from '#ui/keys/key-label.ts'

test.each([
  ['$mod+s', '^S', '⌘S'],
  ['F8', 'F8', 'F8'],
  ['Alt+m', 'Alt+M', '⌥M'],
  ['Insert', 'Ins', 'Ins'],
  ['Shift+f', '⇧F', '⇧F'],
  ['F', '⇧F', '⇧F'],
  ['$mod+Shift+l', '^⇧L', '⇧⌘L'],
  ['$mod+Delete', '^Del', '⌘Del'],
  ['$mod+Enter', '^↵', '⌘↵'],
  ['Alt+PageDown', 'Alt+PgDn', '⌥PgDn'],
  ['] e', ']e', ']e'],
  ['g m', 'g m', 'g m'],
  ['$mod+j l', '^J l', '⌘J l'],
  ['h', 'h', 'h'],
  ['Escape', 'Esc', 'Esc'],
  ['?', '?', '?'],
  ['Shift+4', '$', '$'],
  ['@ 1', '@1', '@1'],
  ['$mod+Shift+1', '^⇧1', '⇧⌘1'],
])('%s is displayed as %s, and as %s on Apple machines', (keys, other, apple) => {
  expect([keyLabel(keys, 'other'), keyLabel(keys, 'apple')]).toEqual([other, apple])
})

test('ARIA key shortcuts cover single strokes but not sequences', () => {
  expect(ariaKeyShortcuts('$mod+s', 'other')).toBe('Control+S')
  expect(ariaKeyShortcuts('Alt+PageDown', 'other')).toBe('Alt+PageDown')
  expect(ariaKeyShortcuts('Control++', 'other')).toBe('Control+Plus')
  expect(ariaKeyShortcuts('g l', 'other')).toBeUndefined()
})
