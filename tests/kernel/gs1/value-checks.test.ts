import { expect, test } from 'vitest'
import { applicationIdentifiers } from '#kernel/gs1/application-identifier.ts'
import { checkDigit, checkCharacterPair } from '#kernel/gs1/check-digit.ts'
import { readElementString } from '#kernel/gs1/element-string.ts'
import { failedCheck, checkNames } from '#kernel/gs1/value-checks.ts'

const toGtin = (digits: string): string => `${digits}${checkDigit(digits)}`
const year = 2026

/** One value per check that only this check rejects: check, AI, component index, value. */
const wrongValues: readonly (readonly [check: string, ai: string, at: number, value: string])[] = [
  ['csum', '01', 0, '08801234567890'],
  ['csumalpha', '8013', 0, '1987654Ad4X4bL5ttr2310c2X'],
  ['gcppos1', '401', 0, '88A1234'],
  ['yymmd0', '17', 0, '261301'],
  ['yymmdd', '7006', 0, '260200'],
  ['yyyymmdd', '7250', 0, '20260230'],
  ['hhmi', '4324', 1, '2601012460'],
  ['hh', '8008', 1, '26010124'],
  ['mi', '8008', 2, '2601012360'],
  ['ss', '8008', 3, '260101235960'],
  ['iso3166', '421', 0, '000ABC'],
  ['iso3166999', '7030', 0, '000ABC'],
  ['iso3166alpha2', '4307', 0, 'XX'],
  ['iso4217', '3910', 0, '00012'],
  ['iso5218', '7252', 0, '3'],
  ['packagetype', '7041', 0, 'ZZZ'],
  ['mediatype', '7241', 0, '11'],
  ['importeridx', '7040', 3, '1AB:'],
  ['yesno', '4321', 0, '2'],
  ['winding', '8001', 3, '00010000100151'],
  ['zero', '8003', 0, `1${toGtin('880123456789')}`],
  ['nonzero', '8001', 0, '00000000100111'],
  ['nozeroprefix', '8011', 0, '012'],
  // A model number of digits whose check characters happen to be digits as well.
  ['hasnondigit', '8014', 0, `6419697${checkCharacterPair('6419697')}`],
  ['hyphen', '4330', 1, '000012+'],
  ['latitude', '4309', 0, '18000000010000000000'],
  ['longitude', '4309', 1, '00000000003600000001'],
  ['pieceoftotal', '8006', 1, `${toGtin('0880123456789')}0201`],
  ['posinseqslash', '7258', 0, '9/8'],
  ['pcenc', '4300', 0, 'A%G1'],
  ['iban', '8007', 0, 'GB82WEST12345698765433'],
  // Purchase requirement code 5 is not defined.
  ['couponcode', '8110', 0, '012345612345611115123'],
  ['couponposoffer', '8112', 0, '201234561234560123456'],
]

test.each(wrongValues)(
  '%s: an invalid value of AI %s is rejected with the reason',
  (check, ai, at, value) => {
    const known = applicationIdentifiers.get(ai)
    expect(known?.components[at]?.checks).toContain(check)
    const reading = readElementString(`\u001d${ai}${value}`, year)
    if (reading.ok) throw new Error(`read as ${JSON.stringify(reading.elements)}`)
    const reason = failedCheck(check, check === 'csum' ? value : '\u0000', year)
    expect(reading.reason.ko).toContain(ai)
    expect(reading.reason.en).toContain(ai)
    // An invalid character is rejected before the check runs.
    const shown = reading.code === 'wrong-character' ? undefined : reason
    if (shown) expect(reading.reason.ko).toContain(shown.ko)
  },
)

test('every check has an invalid sample value except the company prefix after a digit', () => {
  // The prefix check after a digit applies only to numeric values, which always have four digits.
  const missing = checkNames.filter((name) => !wrongValues.some(([check]) => check === name))
  expect(missing).toEqual(['gcppos2'])
})

test('a coupon expires on a valid date, not before its start date', () => {
  const coupon = '012345612345611110123'
  const isTaken = (more: string) => readElementString(`\u001d8110${coupon}${more}`, year).ok
  expect(['', '3261231', '4260101', '32612314260101'].map(isTaken)).toEqual(Array(4).fill(true))
  expect(['3261232', '4260001', '32601014260102', '7'].map(isTaken)).toEqual(Array(4).fill(false))
})
