import { expect, test } from 'vitest'
import { codesInOrder } from '#areas/code-lists.ts'

const codesOf = (list: string) => codesInOrder(list).map(([code]) => code)

test('states are offered in the order of the work, the requested one first', () => {
  expect(codesOf('receipt-state')).toEqual(['05', '10', '20', '30', '90'])
})

test('other lists keep the order they are written in, and an unknown one is empty', () => {
  expect(codesOf('unit')).toEqual(['EA', 'BOX', 'PLT', 'KG'])
  expect(codesOf('constructor')).toEqual([])
})
