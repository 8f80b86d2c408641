import fc from 'fast-check'
import type { ApplicationIdentifier, ValueComponent } from '#kernel/gs1/application-identifier.ts'
import { checkDigit, checkCharacterPair } from '#kernel/gs1/check-digit.ts'
import {
  countryLetters,
  countryNumbers,
  currencyNumbers,
  packageTypes,
} from '#kernel/gs1/code-lists.ts'

const digits = '0123456789'
const sets = {
  N: digits,
  X: `!"%&'()*+,-./${digits}:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz`,
  Y: `#-/${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`,
  Z: `-_${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz`,
}

function getText(characters: string, min: number, max: number): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...Array.from(characters))
  return fc.string({ unit, minLength: min, maxLength: max })
}

const twoDigits = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((number) => String(number).padStart(2, '0'))
const joinParts = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((all) => all.join(''))
const anyOf = (set: Iterable<string>) => fc.constantFrom(...set)
const tenDigits = (max: number) =>
  fc.integer({ min: 0, max }).map((number) => String(number).padStart(10, '0'))

/** Coupon field: a length digit followed by that number of digits and `more`. */
const withLengthPrefix = (first: number, last: number, more: number) =>
  fc
    .integer({ min: first, max: last })
    .chain((length) =>
      getText(digits, length + more, length + more).map((text) => `${length}${text}`),
    )
const orEmpty = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part)
const purchase = () => joinParts(withLengthPrefix(1, 5, 0), anyOf('012349'), getText(digits, 3, 3))
const otherCompany = () => fc.oneof(withLengthPrefix(0, 6, 6), fc.constant('9'))

function couponValue(): fc.Arbitrary<string> {
  return joinParts(
    joinParts(
      withLengthPrefix(0, 6, 6),
      getText(digits, 6, 6),
      withLengthPrefix(1, 5, 0),
      purchase(),
    ),
    orEmpty(joinParts(fc.constant('1'), anyOf('0123'), purchase(), otherCompany())),
    orEmpty(joinParts(fc.constant('2'), purchase(), otherCompany())),
    fc.constantFrom('', '3261231', '4260101', '32612314260101'),
    orEmpty(joinParts(fc.constant('5'), withLengthPrefix(0, 9, 6))),
    orEmpty(joinParts(fc.constant('6'), withLengthPrefix(1, 7, 6))),
    orEmpty(joinParts(fc.constant('9'), anyOf('01256'), anyOf('012'), anyOf(digits), anyOf('01'))),
  ).filter(({ length }) => length <= 70)
}

/** Values for checks that random text would hardly ever pass. */
const special: Readonly<Record<string, fc.Arbitrary<string>>> = {
  yymmd0: joinParts(twoDigits(0, 99), twoDigits(1, 12), twoDigits(0, 28)),
  yymmdd: joinParts(twoDigits(0, 99), twoDigits(1, 12), twoDigits(1, 28)),
  yyyymmdd: joinParts(
    fc.constantFrom('19', '20'),
    twoDigits(0, 99),
    twoDigits(1, 12),
    twoDigits(1, 28),
  ),
  hhmi: joinParts(twoDigits(0, 23), twoDigits(0, 59)),
  hh: twoDigits(0, 23),
  mi: twoDigits(0, 59),
  ss: twoDigits(0, 59),
  iso3166: anyOf(countryNumbers),
  iso3166999: anyOf([...countryNumbers, '999']),
  iso3166alpha2: anyOf(countryLetters),
  iso4217: anyOf(currencyNumbers),
  iso5218: anyOf('0129'),
  packagetype: anyOf(packageTypes),
  mediatype: fc.constantFrom('01', '10', '80', '99'),
  importeridx: anyOf(`${sets.Z}`),
  yesno: anyOf('01'),
  winding: anyOf('019'),
  zero: fc.constant('0'),
  hyphen: fc.constant('-'),
  latitude: tenDigits(1_800_000_000),
  longitude: tenDigits(3_600_000_000),
  pieceoftotal: twoDigits(1, 99).chain((piece) =>
    twoDigits(Number(piece), 99).map((end) => piece + end),
  ),
  posinseqslash: fc.constantFrom('1/1', '1/9', '8/9'),
  couponcode: couponValue(),
  couponposoffer: joinParts(
    anyOf('01'),
    withLengthPrefix(0, 6, 6),
    getText(digits, 6, 6),
    withLengthPrefix(0, 9, 6),
  ),
  iban: fc.constantFrom('GB82WEST12345698765432', 'DE89370400440532013000'),
}

function repairChecks(text: string, { checks, characters }: ValueComponent): string {
  let value = text
  if (checks.includes('gcppos1') && characters !== 'N') value = `8801${value.slice(4)}`
  if (checks.includes('nozeroprefix')) value = value.replace(/^0/, '7')
  if (checks.includes('nonzero')) value = `7${value.slice(1)}`
  if (checks.includes('pcenc')) value = value.replaceAll('%', '-')
  if (checks.includes('hasnondigit')) value = `${value.slice(0, 4)}A${value.slice(5)}`
  if (checks.includes('csum')) value = value.slice(0, -1) + checkDigit(value.slice(0, -1))
  if (checks.includes('csumalpha'))
    value = value.slice(0, -2) + checkCharacterPair(value.slice(0, -2))
  return value
}

function componentValue(component: ValueComponent): fc.Arbitrary<string> {
  const { characters, checks, max } = component
  const created = checks.map((name) => special[name]).find(Boolean)
  if (created) return created
  const hasShape = checks.some((name) => /^(?:gcppos|csumalpha|hasnondigit)/.test(name))
  const min = hasShape ? Math.min(8, max) : component.min
  return getText(sets[characters], Math.max(component.min, min), max).map((text) =>
    repairChecks(text, component),
  )
}

export function validValue({ components }: ApplicationIdentifier): fc.Arbitrary<string> {
  const mandatory = components.filter(({ optional }) => !optional).length
  return fc
    .integer({ min: mandatory, max: components.length })
    .chain((count) => joinParts(...components.slice(0, count).map(componentValue)))
}
