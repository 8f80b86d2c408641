import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { containerCheckDigit, containerNumberError } from '#areas/freight/rules/container-number.ts'

describe('spec §5: Container number: a check digit is computed from letters mapped to values and from positions, modulo 11 with 10 treated as 0, and compared with the 11th character.', () => {
  test('published numbers are valid', () => {
    // The first is the example of ISO 6346; the others are from explanations of the standard.
    const published =
      'CSQU3054383 GSTU2232839 CBHU3202732 COSU8001215 MSCU7512387 OOLU7086955 BEAU2686690'
    for (const number of published.split(' '))
      expect(containerNumberError(number), number).toBeUndefined()
  })

  test('a remainder of 10 gives the check digit 0', () => {
    // TEMU305408 adds up to 6808 = 11 × 618 + 10.
    expect(containerCheckDigit('TEMU305408')).toBe(0)
    expect(containerNumberError('TEMU3054080')).toBeUndefined()
  })

  test('a wrong check digit is reported with the correct one', () => {
    expect(containerNumberError('CSQU3054384')).toEqual({
      ko: '컨테이너 번호의 검사숫자가 맞지 않습니다(끝자리 3).',
      en: 'The check digit of the container number is wrong (it should end in 3).',
    })
  })

  test('a number without four capital letters and seven digits is reported with the required form', () => {
    const wrong = ['CSQU305438', 'CSQU30543833', 'csqu3054383', 'CSQ13054383', 'CSQU 305438 3']
    for (const number of [...wrong, 'CSQU305438X', '가SQU3054383', 'CSQU3054383\n']) {
      expect(containerNumberError(number)?.ko, number).toBe(
        '컨테이너 번호는 영문 대문자 4자리와 숫자 7자리여야 합니다.',
      )
    }
    expect(containerNumberError('')).toBeUndefined()
  })

  test('a single misread digit never passes, except where the remainder 10 is written as 0', () => {
    const serial = fc.stringMatching(/^[0-9]{6}$/)
    const at = fc.integer({ min: 0, max: 5 })
    fc.assert(
      fc.property(serial, at, fc.integer({ min: 1, max: 9 }), (digits, place, off) => {
        const check = containerCheckDigit(`TEMU${digits}`)
        fc.pre(check !== 0)
        const misread = String((Number(digits[place]) + off) % 10)
        const number = `TEMU${digits.slice(0, place)}${misread}${digits.slice(place + 1)}${check}`
        expect(containerNumberError(number)).toBeDefined()
      }),
    )
  })
})

describe('spec §5: A prefix starting with HLCU is a special case (details not shown).', () => {
  test('HLCU counts as the owner number 4029 it replaced, so its sum is 2 less modulo 11', () => {
    // 4·1 + 0·2 + 2·4 + 9·8 = 84 = 7 modulo 11; the letters would give 372 = 9 modulo 11.
    expect(containerCheckDigit('HLCU000000')).toBe(84 % 11)
    expect(containerNumberError('HLCU1234566')).toBeUndefined()
    expect(containerNumberError('HLCU1234568')?.ko).toContain('끝자리 6')
  })

  test('other prefixes of the same carrier are computed from their letters', () => {
    expect(containerNumberError('HLXU1234561')).toBeUndefined()
  })
})
