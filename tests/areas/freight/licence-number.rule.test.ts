import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cargoNumberError, licenceError } from '#areas/freight/rules/licence-number.ts'

const mrn = '26HLCU0123I'

describe('spec §5: License number, export cargo (E): length 14; last character a digit, X or R.', () => {
  test('an export licence of 14 characters that ends in a digit, X or R is valid', () => {
    for (const last of ['0', '9', 'X', 'R']) {
      expect(licenceError('E', `1234526001234${last}`), last).toBeUndefined()
    }
  })

  test('a wrong length is reported with the required one', () => {
    for (const wrong of ['', '1234526001234', '123452600123456', '12345-26-001234X']) {
      expect(licenceError('E', wrong)?.ko, wrong).toBe('면장 번호는 14자리 이여야 합니다.')
    }
  })

  test('another last character is reported as a wrong format', () => {
    for (const last of ['A', 'x', 'r', ' ', '\n', '０']) {
      expect(licenceError('E', `1234526001234${last}`)?.ko, last).toBe(
        '형식이 맞지 않은 면장번호 입니다',
      )
    }
  })
})

describe('spec §5: Other cargo: length 15 or 19; first 11 characters are the MRN; the 11th character must be I, E, C or B; the MSN part (4 characters) must be numeric; with length 19 the HSN part (4 characters) must be numeric.', () => {
  test('a cargo number with MRN and MSN is valid with or without HSN', () => {
    for (const kind of ['I', 'E', 'C', 'B']) {
      expect(licenceError('I', `26HLCU0123${kind}0001`), kind).toBeUndefined()
      expect(licenceError('I', `26HLCU0123${kind}00010012`), kind).toBeUndefined()
    }
  })

  test('a wrong length is reported with both valid lengths', () => {
    for (const wrong of ['', `${mrn}000`, `${mrn}00010`, `${mrn}000100001`]) {
      expect(licenceError('I', wrong)?.ko, wrong).toBe('면장 번호는 19 또는 15자리 이여야 합니다.')
    }
  })

  test('an MRN with another 11th character is reported as a wrong format', () => {
    for (const last of ['A', 'i', '0']) {
      expect(licenceError('I', `26HLCU0123${last}0001`)?.ko, last).toBe(
        '형식이 맞지 않은 면장번호 입니다',
      )
    }
  })

  test('letters in MSN or HSN are reported with the part’s name', () => {
    expect(licenceError('I', `${mrn}00A1`)?.ko).toBe('MSN No는 숫자여야 합니다.')
    expect(licenceError('I', `${mrn}000100A2`)?.ko).toBe('HSN No는 숫자여야 합니다.')
    expect(licenceError('I', `${mrn}00A100A2`)?.ko).toBe('MSN No는 숫자여야 합니다.')
    expect(licenceError('I', `${mrn}１２３４`)?.ko).toBe('MSN No는 숫자여야 합니다.')
  })

  test('a number given in parts reports which part has the wrong length', () => {
    expect(cargoNumberError(mrn, '0001')).toBeUndefined()
    expect(cargoNumberError(mrn, '0001', '0012')).toBeUndefined()
    expect(cargoNumberError('26HLCU012I', '0001')?.ko).toBe('MRN No는 11자리 이여야 합니다.')
    expect(cargoNumberError(mrn, '001')?.ko).toBe('MSN No는 4자리 이여야 합니다.')
    expect(cargoNumberError(mrn, '')?.ko).toBe('MSN No는 4자리 이여야 합니다.')
    expect(cargoNumberError(mrn, '0001', '12')?.ko).toBe('HSN No는 4자리 이여야 합니다.')
  })

  test('a number in one piece is validated like its parts', () => {
    const digits = fc.stringMatching(/^[0-9A]{4}$/)
    const head = fc.stringMatching(/^26HLCU[0-9]{4}[IECBX]$/)
    fc.assert(
      fc.property(head, digits, fc.option(digits, { nil: '' }), (first, msn, hsn) => {
        expect(licenceError('I', first + msn + hsn)).toEqual(cargoNumberError(first, msn, hsn))
      }),
    )
  })
})
