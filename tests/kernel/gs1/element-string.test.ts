import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applicationIdentifiers,
  matchesPattern,
  type ApplicationIdentifier,
} from '#kernel/gs1/application-identifier.ts'
import { checkDigit } from '#kernel/gs1/check-digit.ts'
import { readBracketed, readElementString } from '#kernel/gs1/element-string.ts'
import { checkEach, identifierGroups } from './identifier-groups.ts'
import { validValue } from './valid-values.ts'

const GS = '\u001d'
const year = 2026
const all = [...applicationIdentifiers.values()]
const read = (text: string) => readElementString(text, year)

function readErrorCode(text: string): string | undefined {
  const reading = read(text)
  return reading.ok ? undefined : reading.code
}

const ai = (number: string): ApplicationIdentifier => {
  const known = applicationIdentifiers.get(number)
  if (!known) throw new Error(`no AI ${number}`)
  return known
}

/**
 * Element string as encoded in a symbol: a separator after every value without a predefined length.
 */
const writeElements = (elements: readonly { ai: string; value: string }[]) =>
  elements
    .map((element) => `${element.ai}${element.value}${ai(element.ai).predefined ? '' : GS}`)
    .join('')

const runs = { numRuns: 20 }

describe.each(identifierGroups)('AIs that start with %s', (_, identifiers) => {
  test('elements round-trip in plain and bracketed form', () => {
    checkEach(identifiers, (known) => {
      const property = fc.property(validValue(known), (value) => {
        const elements = [{ ai: known.ai, value }]
        expect(read(`${GS}${known.ai}${value}`)).toMatchObject({ ok: true, elements })
        expect(read(writeElements(elements))).toMatchObject({ ok: true, elements })
        // A bracketed number inside a value would look like an identifier in human-readable text.
        fc.pre(!/\(\d{2,4}\)/.test(value))
        const printed = readBracketed(`(${known.ai})${value}`, year)
        expect(printed).toMatchObject({ ok: true, elements })
      })
      fc.assert(property, runs)
    })
  })

  test('AIs reject values that are too short, too long, split by a separator or contain invalid characters', () => {
    checkEach(identifiers, (known) => {
      const number = known.ai
      const property = fc.property(validValue(known), fc.nat(), (value, place) => {
        const at = place % value.length
        const start = value.slice(0, known.min - 1)
        expect(readErrorCode(`${number}${start}${GS}`)).toBeDefined()
        expect(readErrorCode(`${number}${value.padEnd(known.max, '0')}0${GS}`)).toBeDefined()
        expect(
          readErrorCode(`${number}${value.slice(0, at)} ${value.slice(at + 1)}${GS}`),
        ).toBeDefined()
        if (at > 0) {
          const cut = `${number}${value.slice(0, at)}${GS}${GS}${value.slice(at)}`
          expect(readErrorCode(cut)).toBeDefined()
        }
      })
      fc.assert(property, runs)
    })
  })
})

test('an AI with a check digit is rejected if the digit is wrong', () => {
  const withCheckDigit = all.filter(({ components: [first] }) => first?.checks.includes('csum'))
  checkEach(withCheckDigit, (known) => {
    const at = (known.components[0]?.max ?? 0) - 1
    const property = fc.property(
      validValue(known),
      fc.integer({ min: 1, max: 9 }),
      (value, off) => {
        const digit = (Number(value[at]) + off) % 10
        const wrong = `${value.slice(0, at)}${digit}${value.slice(at + 1)}`
        expect(readErrorCode(`${known.ai}${wrong}`)).toBe('wrong-value')
      },
    )
    fc.assert(property, runs)
  })
})

test('any two AIs that can be combined are separated correctly in either order', () => {
  const pair = fc
    .tuple(fc.constantFrom(...all), fc.constantFrom(...all))
    .filter(([a, b]) => a.ai !== b.ai)
    .filter(([a, b]) => !a.excludes.some((like) => matchesPattern(b.ai, like)))
    .filter(([a, b]) => !b.excludes.some((like) => matchesPattern(a.ai, like)))
    .chain(([a, b]) =>
      fc.tuple(validValue(a), validValue(b)).map(([value, second]) => [
        { ai: a.ai, value },
        { ai: b.ai, value: second },
      ]),
    )
  fc.assert(
    fc.property(pair, (elements) => {
      expect(read(writeElements(elements))).toMatchObject({ ok: true, elements })
    }),
    { numRuns: 500 },
  )
})

test('numbers that are not an AI are rejected, never read as text', () => {
  const known = [...applicationIdentifiers.keys()]
  for (let number = 0; number < 100; number += 1) {
    const two = String(number).padStart(2, '0')
    if (known.some((candidate) => candidate.startsWith(two))) continue
    expect(readErrorCode(`${two}12345678901234`)).toBe('unknown-ai')
  }
})

describe('missing separators', () => {
  test('a lot that runs into a date is rejected unless the code contains separators', () => {
    expect(readErrorCode('0108801234567893' + '10ABC' + '17261231')).toBe('separator-missing')
    expect(read(`010880123456789310ABC${GS}17261231`)).toMatchObject({ ok: true })
    // The text contains a separator, so the scanner sends them and this lot is complete.
    expect(read(`${GS}010880123456789310ABC17261231`)).toMatchObject({ ok: true })
  })

  test('an overlong lot or a count that runs into text reports a missing separator', () => {
    expect(readErrorCode('10ABCDEFGHIJKLM21SERIAL00001')).toBe('separator-missing')
    expect(readErrorCode('30' + '12' + '10ABC')).toBe('separator-missing')
    const reading = read('10ABCDEFGHIJKLM21SERIAL00001')
    expect(reading).toMatchObject({ reason: { ko: expect.stringContaining('구분자 누락') } })
  })
})

test('a count that swallowed another element is rejected, a plausible count is not', () => {
  const goods = '0208801234567893'
  expect(readErrorCode(`${goods}3724102611`)).toBe('separator-missing')
  expect(readErrorCode(`${goods}37${'12'}21${'7001'}`)).toBe('separator-missing')
  expect(read(`${goods}3721000`)).toMatchObject({ ok: true })
  // The text contains a separator, so the scanner sends them and this count is complete.
  expect(read(`${GS}${goods}3724102611`)).toMatchObject({ ok: true })
})

test('an error after a value names the AI of that value', () => {
  const behind = read('01088012345678930')
  expect(behind).toMatchObject({ code: 'unknown-ai', ai: '01' })
  const doubled = read(`10A${GS}${GS}21B`)
  expect(doubled).toMatchObject({ code: 'empty', ai: '10' })
  // A raw control character would be invisible in the message.
  const first = read(`0${GS}1`)
  expect(first).toMatchObject({ reason: { ko: 'GS1 알 수 없는 식별자입니다: 0␝1' } })
})

describe('AI combinations', () => {
  test('mutually exclusive AIs are rejected, missing companions are reported', () => {
    expect(readErrorCode('010880123456789337' + '12')).toBe('excluded')
    expect(read('10ABC')).toMatchObject({ ok: true, lacking: ['10'] })
    expect(read(`010880123456789310ABC${GS}`)).toMatchObject({ ok: true, lacking: [] })
  })

  test('a repeated AI counts once if the values match and is rejected otherwise', () => {
    const twice = read(`10ABC${GS}10ABC`)
    expect(twice).toMatchObject({ ok: true, elements: [{ ai: '10', value: 'ABC' }] })
    expect(readErrorCode(`10ABC${GS}10ABD`)).toBe('twice')
  })
})

test('the first AI of a code and its last check digit are validated like any other', () => {
  const digits = '88012345678901234'.slice(0, 17)
  expect(read(`00${digits}${checkDigit(digits)}`)).toMatchObject({ ok: true })
  expect(readErrorCode(`00${digits}${(checkDigit(digits) + 1) % 10}`)).toBe('wrong-value')
  expect(readErrorCode('')).toBe('empty')
  expect(readErrorCode(GS)).toBe('empty')
})

describe('values that need no separator', () => {
  test('a wrong value is reported as such even if an element could start inside it', () => {
    expect(readErrorCode('4300A10B%G1')).toBe('wrong-value')
    expect(readErrorCode('30A10B')).toBe('wrong-character')
  })

  test('a fixed-length number and a lot without a valid date cause no separator error', () => {
    const numbers = Array.from({ length: 10 }, (_, digit) => `088012345${digit}1726123`)
    const sscc = numbers
      .map((number) => `${number}${checkDigit(number)}`)
      .find((all) => all.endsWith('1'))
    expect(sscc).toMatch(/17261231$/)
    expect(read(`00${sscc ?? ''}`)).toMatchObject({ ok: true })
    expect(read('0108801234567893' + '10ABC17261331')).toMatchObject({ ok: true })
  })
})

test('bracketed text is validated by the same checks', () => {
  const bracketedErrorCode = (text: string) => {
    const reading = readBracketed(text, year)
    return reading.ok ? undefined : reading.code
  }
  expect(bracketedErrorCode('nothing in brackets')).toBe('empty')
  expect(bracketedErrorCode('(05)1')).toBe('unknown-ai')
  expect(bracketedErrorCode('(01)08801234567890')).toBe('wrong-value')
  expect(bracketedErrorCode('(01)08801234567893(37)1')).toBe('excluded')
})
