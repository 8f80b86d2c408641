// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { SaveKeys } from '#ui/remote/save-call.ts'

test('the same rows sent again after an unknown outcome keep their key', () => {
  const keys = new SaveKeys()
  const first = keys.keyFor('rows')
  expect(keys.keyFor('rows')).toBe(first)
})

test('other rows, and the same rows after an answer, are another save', () => {
  const keys = new SaveKeys()
  const first = keys.keyFor('rows')
  expect(keys.keyFor('other rows')).not.toBe(first)
  const other = keys.keyFor('rows')
  keys.settle()
  expect(keys.keyFor('rows')).not.toBe(other)
})
