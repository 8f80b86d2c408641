import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressesError, readAddresses } from '#areas/system/rules/mail-addresses.ts'
import { readReportArgument, writeReportArgument } from '#areas/system/rules/report-argument.ts'

test.each([
  ['inventory/by-lot', { service: 'inventory/by-lot', wcode: '', search: {} }],
  [' inventory/by-lot  W01 ', { service: 'inventory/by-lot', wcode: 'W01', search: {} }],
  [
    'outbound/shipments W01 SHIP_DT=-7d~-1d SHIP_TO_NM="서초 1점" REMARK="12"" box"',
    {
      service: 'outbound/shipments',
      wcode: 'W01',
      search: { SHIP_DT: '-7d~-1d', SHIP_TO_NM: '서초 1점', REMARK: '12" box' },
    },
  ],
  ['inventory', undefined],
  ['inventory/by-lot W01 W02', undefined],
  ['inventory/by-lot W01 OWNER_CD=', undefined],
  ['inventory/by-lot W01 owner=A', undefined],
])('%s parses to the expected argument', (written, read) => {
  expect(readReportArgument(written)).toEqual(read)
})

test('a written argument is parsed back unchanged for any values', () => {
  const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,12}$/)
  const value = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }), (pairs) => {
      const request = { service: 'a/b', wcode: 'W01', search: Object.fromEntries(pairs) }
      expect(readReportArgument(writeReportArgument(request))).toEqual(request)
    }),
  )
})

test('addresses are split at commas, semicolons or spaces, without duplicates', () => {
  expect(readAddresses(' a@x.com, B@x.com;c@x.com\nA@X.com ')).toEqual([
    'a@x.com',
    'B@x.com',
    'c@x.com',
  ])
})

test('an invalid address is named and more than twenty are rejected', () => {
  expect(addressesError('')).toBeUndefined()
  expect(addressesError('a@x.com; b@x.com')).toBeUndefined()
  expect(addressesError('a@x.com, nobody')?.en).toContain("'nobody' is not an email address")
  const many = Array.from({ length: 21 }, (_, index) => `u${index}@x.com`)
  expect(addressesError(many.slice(1).join())).toBeUndefined()
  expect(addressesError(many.join())?.ko).toBe('받는 사람은 20명까지 입력할 수 있습니다.')
})
