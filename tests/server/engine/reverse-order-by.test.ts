import { expect, test } from 'vitest'
import { reverseOrderBy } from '#server/engine/reverse-order-by.ts'

test('an order is reversed term by term, including the position of nulls', () => {
  expect(reverseOrderBy('v.a')).toBe('v.a desc nulls first')
  expect(reverseOrderBy('v.a desc')).toBe('v.a asc nulls last')
  expect(reverseOrderBy('v.a desc nulls last,v.b')).toBe(
    'v.a asc nulls first, v.b desc nulls first',
  )
  expect(reverseOrderBy('v.a nulls first, coalesce(v.b, v.c) desc')).toBe(
    'v.a desc nulls last, coalesce(v.b, v.c) asc nulls last',
  )
})
