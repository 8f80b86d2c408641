import { expect, test } from 'vitest'

import { exactEntry } from '#kernel/exact-entry.ts'

// Spec §5: "Lookup popup closed with the close button: resolves true when the typed keyword exactly
// equals an existing code or name in its results, else rejects."

const entries = [
  { CODE: 'ACME', NAME: '한빛물류' },
  { CODE: 'ACME2', NAME: '한빛물류 부산' },
  { CODE: 'A100', NAME: 'ACME' },
  { CODE: 'B1', NAME: 'Mirae' },
  { CODE: 'B2', NAME: 'Mirae' },
  { CODE: 'N0', NAME: null },
]

test('a keyword that exactly equals a code or name selects that entry', () => {
  expect(exactEntry(entries, 'ACME2')).toBe(entries[1])
  expect(exactEntry(entries, '한빛물류')).toBe(entries[0])
})

test('a keyword that does not fully match, or is empty, selects no entry', () => {
  for (const keyword of ['ACM', 'ACME22', '한빛', '한빛물류 ', '', ' ', 'null']) {
    expect(exactEntry(entries, keyword), keyword).toBeUndefined()
  }
})

test('a code takes precedence over an equal name', () => {
  expect(exactEntry(entries, 'ACME')).toBe(entries[0])
})

test('a name shared by two entries selects neither of them', () => {
  expect(exactEntry(entries, 'Mirae')).toBeUndefined()
})

test('letter case and Hangul composition are ignored', () => {
  expect(exactEntry(entries, 'acme2')).toBe(entries[1])
  expect(exactEntry(entries, '한빛물류'.normalize('NFD'))).toBe(entries[0])
})

test('a code typed in full width selects its entry', () => {
  expect(exactEntry(entries, 'ａｃｍｅ２')).toBe(entries[1])
})
