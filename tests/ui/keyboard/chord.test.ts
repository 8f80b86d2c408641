import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalChord, chordParts, isBareChord, parseChords } from '#ui/keys/chord.ts'

test.each([
  ['$mod+k', 'Control+k'],
  ['$mod+K', 'Control+k'],
  ['$mod+Shift+k', 'Control+Shift+k'],
  ['Shift+Control+k', 'Control+Shift+k'],
  ['KeyZ', 'z'],
  ['G', 'Shift+g'],
  ['?', '?'],
  ['Shift+/', '?'],
  ['!', 'Shift+1'],
  ['Alt+1', 'Alt+1'],
  ['esc', 'Escape'],
  ['$mod+Enter', 'Control+Enter'],
  ['Shift+F6', 'Shift+F6'],
  ['Control++', 'Control++'],
  ['Alt+]', 'Alt+]'],
  ['Shift+Space', 'Shift+Space'],
])('the key string %j parses to the chord %j', (keys, chord) => {
  expect(parseChords(keys, 'other')).toEqual([chord])
})

test('$mod is Meta on Apple machines', () => {
  expect(parseChords('$mod+s', 'apple')).toEqual(['Meta+s'])
})

test('a sequence is parsed stroke by stroke', () => {
  expect(parseChords('g l', 'other')).toEqual(['g', 'l'])
  expect(parseChords('] e', 'other')).toEqual([']', 'e'])
})

test.each(['Hyper+k', '$mod+Nope', '(a|b)', '[Shift]+k', '$mod+'])(
  'an invalid key string %j is rejected and named in the error',
  (keys) => {
    expect(() => parseChords(keys, 'other')).toThrow(keys)
  },
)

test('a chord split into parts and rebuilt is unchanged', () => {
  const modifiers = fc.record({
    control: fc.boolean(),
    alt: fc.boolean(),
    shift: fc.boolean(),
    meta: fc.boolean(),
  })
  const key = fc.oneof(
    fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('Enter', 'F8', 'Space', 'ArrowUp'),
  )
  fc.assert(
    fc.property(modifiers, key, (held, name) => {
      const chord = canonicalChord(held, name)
      const { key: plain, ...parts } = chordParts(chord)
      expect(canonicalChord(parts, plain)).toBe(chord)
    }),
  )
})

test('only chords that type a character count as bare', () => {
  expect(['k', 'Shift+k', '?', 'Space', 'Numpad1'].every(isBareChord)).toBe(true)
  expect(['Control+k', 'F2', 'Enter', 'NumpadEnter', 'Alt+1'].some(isBareChord)).toBe(false)
})
