import bwip from 'bwip-js/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applicationIdentifiers,
  type ApplicationIdentifier,
} from '#kernel/gs1/application-identifier.ts'
import { readDigitalLink } from '#kernel/gs1/digital-link.ts'
import { readElementString } from '#kernel/gs1/element-string.ts'
import type { Gs1Element } from '#kernel/gs1/gs1-reading.ts'
import { checkEach, identifierGroups } from './identifier-groups.ts'
import { validValue } from './valid-values.ts'

/** Error of BWIPP, an independent encoder, or undefined. Text it cannot encode is invalid GS1. */
function runValidator(
  symbol: string,
  text: string,
  checksAssociations: boolean,
): string | undefined {
  try {
    // A BWIPP option that is missing in its types.
    const options = { lintreqs: checksAssociations }
    bwip.raw(symbol, text, options as object)
    return undefined
  } catch (error) {
    return String(error)
  }
}

const GS = '\u001d'
const year = 2026
const all = [...applicationIdentifiers.values()]

const getKnown = (ai: string): ApplicationIdentifier => {
  const found = applicationIdentifiers.get(ai)
  if (!found) throw new Error(`no AI ${ai}`)
  return found
}
const writeElements = (elements: readonly Gs1Element[]) =>
  GS + elements.map(({ ai, value }) => ai + value + (getKnown(ai).predefined ? '' : GS)).join('')
const printElements = (elements: readonly Gs1Element[]) =>
  elements.map(({ ai, value }) => `(${ai})${value}`).join('')

/** Known differences between the two validators, decided by the General Specifications. */
function isJudged({ components }: ApplicationIdentifier, value: string): boolean {
  const checks = components.flatMap((part) => part.checks)
  return (
    // The other notation cannot have a bracket inside a value.
    value.includes('(') ||
    // The other validator checks two digits; a company prefix has at least four (1.4.4).
    (checks.includes('gcppos1') && !/^\d{4}/.test(value)) ||
    // The other validator requires a padded length divisible by three. RFC 4648 pads to four, and
    // padding is not content.
    (components.some(({ characters }) => characters === 'Z') && value.includes('=')) ||
    // The other list lacks two packages of UN/ECE Recommendation 21: the atomizer and the enclosed
    // aluminium packing.
    (checks.includes('packagetype') && ['AT', 'APE'].includes(value))
  )
}

function mutateText(value: string, at: number, character: string, how: number): string {
  const place = at % value.length
  const end = how === 0 ? place : how === 1 ? place + 1 : value.length
  if (how === 0) return value.slice(0, place) + character + value.slice(end)
  if (how === 1) return value.slice(0, place) + value.slice(end)
  return how === 2 ? value + character : value.slice(0, place) + character + value.slice(place + 1)
}

test.each(identifierGroups)(
  'values of AIs that start with %s are accepted or rejected as by another validator',
  (_, identifiers) => {
    checkEach(identifiers, (definition) => {
      const { ai } = definition
      const character = fc.constantFrom(...Array.from('0129Az/-%=_ #~'))
      const value = fc
        .tuple(validValue(definition), fc.nat(), character, fc.integer({ min: 0, max: 4 }))
        .map(([right, at, sign, how]) => (how === 4 ? right : mutateText(right, at, sign, how)))
      const property = fc.property(value, (text) => {
        fc.pre(text !== '' && !isJudged(definition, text))
        const elements = [{ ai, value: text }]
        const theirs = runValidator('gs1datamatrix', printElements(elements), false)
        const ours = readElementString(writeElements(elements), year)
        expect(ours.ok, `${text}: ${theirs ?? 'taken'}`).toBe(theirs === undefined)
        // Every error names the element for the operator.
        if (!ours.ok) expect(ours.reason.ko).toContain(`(${ai})`)
      })
      fc.assert(property, { numRuns: 6 })
    })
  },
)

/** Matching errors. If a code has several, either can be reported first. */
const kinds: readonly (readonly [theirs: string, ours: string])[] = [
  ['GS1missingAIs', 'lacking'],
  ['GS1exclusiveAIs', 'excluded'],
  ['GS1repeatedDifferingAIs', 'twice'],
]

/**
 * Identifiers for which the other validator's table is outdated: companions of an MTO GTIN (03)
 * were added later.
 */
const newer = ['03', '8006', '8026']

test('missing, excluded and repeated AIs are detected as by another validator', () => {
  const often = ['01', '02', '00', '37', '21', '30', '3100', '255', '415', '8020', '8018', '422']
  const one = fc.oneof(fc.constantFrom(...all), fc.constantFrom(...often.map(getKnown)))
  const element = one
    .filter(({ ai }) => !newer.includes(ai))
    .chain((identifier) => validValue(identifier).map((value) => ({ ai: identifier.ai, value })))
    .filter(({ ai, value }) => !isJudged(getKnown(ai), value) && value.length < 30)
  let found = 0
  fc.assert(
    fc.property(fc.array(element, { minLength: 1, maxLength: 4 }), (elements) => {
      // Also skips elements that a newer dictionary release allows with 03.
      fc.pre(!elements.some(({ ai }) => getKnown(ai).requires.flat(2).includes('03')))
      const theirs = runValidator('gs1datamatrix', printElements(elements), true)
      const reading = readElementString(writeElements(elements), year)
      const ours = reading.ok ? (reading.lacking.length > 0 ? 'lacking' : 'taken') : reading.code
      const isFirst = kinds.some(([name, kind]) => theirs?.includes(name) && kind === ours)
      const isBoth = theirs !== undefined && kinds.some(([, kind]) => kind === ours)
      expect(isFirst || isBoth || (theirs === undefined && ours === 'taken'), theirs).toBe(true)
      found += isFirst ? 1 : 0
    }),
    { numRuns: 500 },
  )
  expect(found).toBeGreaterThan(20)
})

test('Digital Links are accepted or rejected as by another validator', () => {
  const keys = all.filter(({ qualifiers }) => qualifiers)
  const validElement = (ai: string) => validValue(getKnown(ai)).map((value) => ({ ai, value }))
  const link = fc.constantFrom(...keys).chain((key) => {
    const order = fc.constantFrom(...(key.qualifiers ?? [[]]))
    const path = order.chain((ais) => fc.shuffledSubarray([...ais]))
    const query = fc.subarray(['17', '10', '3100', '22', '99'], { maxLength: 2 })
    return fc
      .tuple(path, query)
      .chain(([inPath, inQuery]) =>
        fc.tuple(
          validElement(key.ai),
          fc.tuple(...inPath.map(validElement)),
          fc.tuple(...inQuery.map(validElement)),
          fc.constantFrom('', 'shop/', 'a/b/'),
        ),
      )
  })
  fc.assert(
    fc.property(link, ([key, qualifiers, attributes, stem]) => {
      const elements = [key, ...qualifiers, ...attributes]
      fc.pre(elements.every(({ ai, value }) => !isJudged(getKnown(ai), value)))
      const path = [key, ...qualifiers].map(({ ai, value }) => `${ai}/${encodeURIComponent(value)}`)
      const query = attributes.map(({ ai, value }) => `${ai}=${encodeURIComponent(value)}`)
      const suffix = query.length > 0 ? `?${query.join('&')}` : ''
      const address = `https://id.example/${stem}${path.join('/')}${suffix}`
      const theirs = runValidator('gs1dlqrcode', address, false)
      const ours = readDigitalLink(address, year)
      expect(ours?.ok, `${address}: ${theirs ?? 'taken'}`).toBe(theirs === undefined)
    }),
    { numRuns: 200 },
  )
})
