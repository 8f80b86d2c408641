import { expect, test } from 'vitest'
import { codesInOrder } from '#areas/code-lists.ts'

const getCodes = (list: string) => codesInOrder(list).map(([code]) => code)

test('states are listed in workflow order, the requested state first', () => {
  expect(getCodes('receipt-state')).toEqual(['05', '10', '20', '30', '90'])
})

test('other lists keep their declared order and an unknown list is empty', () => {
  expect(getCodes('unit')).toEqual(['EA', 'BOX', 'PLT', 'SET', 'KG', 'M', 'L'])
  expect(getCodes('constructor')).toEqual([])
})
