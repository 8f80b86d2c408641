import { expect, test } from 'vitest'
import { readDigitalLink } from '#kernel/gs1/digital-link.ts'

const read = (text: string) => readDigitalLink(text, 2026)

test('the key, qualifiers and attributes of a Digital Link are read as elements', () => {
  expect(read('https://id.example/shop/01/8801234567893/10/A%2F1?17=261231&x=1')).toMatchObject({
    ok: true,
    elements: [
      { ai: '01', value: '08801234567893' },
      { ai: '10', value: 'A/1' },
      { ai: '17', value: '261231' },
    ],
  })
})

test('qualifiers out of order or in the query and wrong check digits are rejected', () => {
  expect(read('https://id.example/01/08801234567893/21/7/10/A')).toMatchObject({
    ok: false,
    code: 'wrong-order',
  })
  expect(read('https://id.example/01/08801234567890')).toMatchObject({ code: 'wrong-value' })
  expect(read('https://id.example/01/08801234567893?21=7')).toMatchObject({ code: 'wrong-order' })
})

test('a URL without a GS1 key and a plain code are not Digital Links', () => {
  expect(read('https://example.com/01/next/page')).toBeUndefined()
  expect(read('https://example.com/')).toBeUndefined()
  expect(read('0108801234567893')).toBeUndefined()
})

test('a qualifier valid in the path is rejected in the query; numeric parameters must be AIs', () => {
  expect(read('https://id.example/01/08801234567893?10=A')).toMatchObject({ code: 'wrong-order' })
  expect(read('https://id.example/01/08801234567893/235/T?10=A')).toMatchObject({ ok: true })
  expect(read('https://id.example/01/08801234567893?1234=A')).toMatchObject({ code: 'unknown-ai' })
})

test('a serial number of dots, a trailing slash and a short GTIN are read correctly', () => {
  const readElements = (text: string) => {
    const reading = read(text)
    return reading?.ok ? reading.elements.map(({ ai, value }) => `${ai} ${value}`) : reading
  }
  expect(readElements('https://id.example/01/08801234567893/21/..')).toEqual([
    '01 08801234567893',
    '21 ..',
  ])
  expect(readElements('https://id.example/01/8801234567893/')).toEqual(['01 08801234567893'])
  expect(readElements('https://id.example/01/96385074#more')).toEqual(['01 00000096385074'])
  // Seven digits are not a GTIN, even if zero-padding would make one.
  expect(read('https://id.example/01/0000000')).toMatchObject({ code: 'too-short' })
})
