import {
  initialOf,
  isConsonant,
  isSyllable,
  splitConsonants,
  unfinished,
} from '#kernel/hangul-units.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'

/** A part of a name as it is looked up: pairs of neighbouring characters, as in `name_pairs`. */
export interface NamePart {
  /** The name has all of these. */
  readonly all: readonly string[]
  /** And one of these, as the last syllable is still being typed; undefined where it is not. */
  readonly any: readonly string[] | undefined
  /** What it then has to fit, as a regular expression of PostgreSQL. */
  readonly fits: string
}

/** Spaces that no name is told apart by, as the migration of `name_pairs` has them. */
const spaces = /[ \t\u{a0}\u{3000}]/gu
const asciiCapitals = /[A-Z]/g

/** What is typed as it is compared: without spaces and in small letters. */
function unitsOf(text: string): string[] {
  const form = splitConsonants(text.normalize('NFC'))
    .replace(spaces, '')
    .replace(asciiCapitals, (letter) => letter.toLowerCase())
  return Array.from(form)
}

/**
 * A regular expression of PostgreSQL for what is typed, in small letters: ㅂ is every syllable that
 * begins so, and the last syllable may go on. Empty for nothing. `between` may stand between any two
 * characters.
 */
export function patternOf(text: string, between = ''): string {
  const units = unitsOf(text)
  const last = units.at(-1) ?? ''
  const isOpen = isSyllable(last.charCodeAt(0))
  const fixed = isOpen ? units.slice(0, -1) : units
  return [...fixed.map(pattern), ...(isOpen ? [openPattern(last)] : [])].join(between)
}

/** Undefined for less than two characters: half of all names have one. */
export function namePart(text: string): NamePart | undefined {
  const units = unitsOf(text)
  if (units.length < 2) return undefined
  const last = units.at(-1) ?? ''
  const isOpen = isSyllable(last.charCodeAt(0))
  const fixed = isOpen ? units.slice(0, -1) : units
  const whole = pairs(fixed).filter((pair) => !hasConsonant(pair))
  const before = units.at(-2) ?? ''
  return {
    all: [...new Set([...whole, ...pairs(units.map(initial))])],
    any: isOpen && !hasConsonant(before) ? endings(last).map((end) => before + end) : undefined,
    fits: patternOf(text),
  }
}

function pairs(units: readonly string[]): string[] {
  return units.slice(1).map((unit, index) => (units[index] ?? '') + unit)
}

function initial(unit: string): string {
  return unit.length === 1 ? String.fromCharCode(initialOf(unit.charCodeAt(0))) : unit
}

function hasConsonant(text: string): boolean {
  return Array.from(text).some((unit) => isConsonant(unit.charCodeAt(0)))
}

/** ㅂ stands for every syllable that begins with it. */
function pattern(unit: string): string {
  if (isConsonant(unit.charCodeAt(0))) {
    const first = firstSyllableOf(unit)
    return first === undefined
      ? unit
      : `[${String.fromCharCode(first)}-${String.fromCharCode(first + 587)}]`
  }
  return unit.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
}

function firstSyllableOf(consonant: string): number | undefined {
  const place = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'.indexOf(consonant)
  return place < 0 ? undefined : 0xac00 + place * 588
}

/** Syllables that the last one may become, with the one it is while its final moves on. */
function endings(last: string): string[] {
  const { ranges, split } = unfinished(last.charCodeAt(0))
  const whole = ranges.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, index) => String.fromCharCode(low + index)),
  )
  return split ? [...whole, String.fromCharCode(split.syllable)] : whole
}

function openPattern(last: string): string {
  const { ranges, split } = unfinished(last.charCodeAt(0))
  const written = ranges.map(
    ([low, high]) => `${String.fromCharCode(low)}-${String.fromCharCode(high)}`,
  )
  const whole = `[${written.join('')}]`
  if (!split) return whole
  const moved =
    String.fromCharCode(split.syllable) + pattern(String.fromCharCode(split.nextInitial))
  return `(?:${whole}|${moved})`
}

/**
 * The condition that a name has the part: `pairs` is the indexed `name_pairs` of its row, `owner`
 * whose goods are looked through.
 */
export function hasPart(pairsOfRow: Sql, owner: Sql, name: Sql, { all, any, fits }: NamePart): Sql {
  const behindOwner = (list: readonly string[]): Sql =>
    sql`array(select ${owner} || ' ' || pair from unnest(${[...list]}::text[]) pair)`
  return join(
    [
      sql`${pairsOfRow} @> ${behindOwner(all)}`,
      any ? sql`and ${pairsOfRow} && ${behindOwner(any)}` : empty,
      sql`and lower(translate(${name}, ${' \t\u{a0}\u{3000}'}, '') collate "C") ~ ${fits}`,
    ],
    ' ',
  )
}
