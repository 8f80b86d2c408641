import { describe, expect, test } from 'vitest'

import { quantityInWords } from '#areas/freight/rules/quantity-in-words.ts'

describe('spec §9: Container quantity in words covers 1 to 9999.', () => {
  test('a quantity is written as on a B/L', () => {
    const written: [number, string][] = [
      [1, 'ONE'],
      [10, 'TEN'],
      [12, 'TWELVE'],
      [19, 'NINETEEN'],
      [20, 'TWENTY'],
      [21, 'TWENTY-ONE'],
      [40, 'FORTY'],
      [99, 'NINETY-NINE'],
      [100, 'ONE HUNDRED'],
      [115, 'ONE HUNDRED FIFTEEN'],
      [1000, 'ONE THOUSAND'],
      [1001, 'ONE THOUSAND ONE'],
      [1234, 'ONE THOUSAND TWO HUNDRED THIRTY-FOUR'],
      [8080, 'EIGHT THOUSAND EIGHTY'],
      [9999, 'NINE THOUSAND NINE HUNDRED NINETY-NINE'],
    ]
    for (const [quantity, words] of written) expect(quantityInWords(quantity)).toBe(words)
  })

  test('all quantities are written differently, without stray spaces or hyphens', () => {
    const all = Array.from({ length: 9999 }, (_, index) => quantityInWords(index + 1))
    expect(new Set(all).size).toBe(9999)
    expect(all.filter((words) => !/^[A-Z]+([ -][A-Z]+)*$/.test(words))).toEqual([])
  })

  test('every quantity can be parsed back from its words', () => {
    const units = 'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN'
    const more = 'FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'
    const small = `${units} ${more}`.split(' ')
    const tens = '- - TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ')
    const read = (words: string) => {
      let [total, group] = [0, 0]
      for (const word of words.split(/[ -]/)) {
        if (word === 'THOUSAND') [total, group] = [total + group * 1000, 0]
        else if (word === 'HUNDRED') group *= 100
        else group += small.includes(word) ? small.indexOf(word) : tens.indexOf(word) * 10
      }
      return total + group
    }
    const wrong = Array.from({ length: 9999 }, (_, index) => index + 1).filter(
      (quantity) => read(quantityInWords(quantity)) !== quantity,
    )
    expect(wrong).toEqual([])
  })

  test('a quantity outside 1 to 9999 is rejected', () => {
    for (const wrong of [0, -1, 10_000, 1.5, Number.NaN, Infinity]) {
      expect(() => quantityInWords(wrong), String(wrong)).toThrow(RangeError)
    }
  })
})
