import { expect, test } from 'vitest'
import { quoteCodes } from '#server/engine/quote-codes.ts'

test('status codes are inlined as literals of the statement', () => {
  expect(quoteCodes('10').sql).toBe("'10'")
  expect(quoteCodes(['05', '10']).sql).toBe("'05', '10'")
  expect(quoteCodes(['05', '10']).values).toEqual([])
})

test('only a status code can become a literal', () => {
  expect(() => quoteCodes("10' or true --")).toThrow('is not a status code')
  expect(() => quoteCodes(['10', 'NEW'])).toThrow('NEW is not a status code')
})
