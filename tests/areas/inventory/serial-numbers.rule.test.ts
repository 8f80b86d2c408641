import { describe, expect, test } from 'vitest'
import { readSerials } from '#areas/inventory/rules/serial-numbers.ts'

describe('serials in a text', () => {
  test.each([
    ['sn7, SN8;SN9', ['SN7', 'SN8', 'SN9']],
    ['SN0099~SN0101', ['SN0099', 'SN0100', 'SN0101']],
    ['A1 B08~b10', ['A1', 'B08', 'B09', 'B10']],
    [
      '90071992547409920~90071992547409922',
      ['90071992547409920', '90071992547409921', '90071992547409922'],
    ],
    ['SN19~SN21', ['SN19', 'SN20', 'SN21']],
  ])('%s is split into serial numbers', (text, numbers) => {
    expect(readSerials(text)).toEqual({ numbers })
  })

  test.each([
    'SN1~SN10',
    'SN0009~TN0010',
    'SN0010~SN0009',
    'SN~SP',
    'SN1~SN2~SN3',
    'SN00000~SN99999',
    'SN7 sn7',
    'SN5 SN1~SN9',
    'X'.repeat(61),
  ])('%s is refused', (text) => {
    expect(readSerials(text).error).toBeDefined()
  })
})
