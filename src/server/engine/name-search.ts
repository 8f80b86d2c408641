import {
  toInitial,
  isConsonant,
  isSyllable,
  splitConsonants,
  possibleCompletions,
} from '#kernel/hangul-units.ts'
import { tidyText } from '#kernel/tidy-text.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'

export interface NamePart {
  /** The name must contain all of these pairs. */
  readonly all: readonly string[]
  /**
   * The name must contain one of these, which are possible completions of the last syllable.
   * Undefined if the last syllable is complete.
   */
  readonly any: readonly string[] | undefined
  readonly fits: string
}

/** Whitespace ignored in names, the same as in the migration of `name_pairs`. */
const spaces = /[ \t\u{a0}\u{3000}]/gu
const asciiCapitals = /[A-Z]/g

function toUnits(text: string): string[] {
  const form = splitConsonants(tidyText(text))
    .replace(spaces, '')
    .replace(asciiCapitals, (letter) => letter.toLowerCase())
  return Array.from(form)
}

/**
 * Builds a lower-case PostgreSQL regular expression for typed text; empty for empty text. ㅂ matches
 * every syllable with that initial, and the last syllable may be incomplete. `between` is inserted
 * between all characters.
 */
export function namePattern(text: string, between = ''): string {
  const units = toUnits(text)
  const last = units.at(-1) ?? ''
  const isOpen = isSyllable(last.charCodeAt(0))
  const fixed = isOpen ? units.slice(0, -1) : units
  return [...fixed.map(unitPattern), ...(isOpen ? [openPattern(last)] : [])].join(between)
}

/** Returns undefined for fewer than two characters, which would match half of all names. */
export function namePart(text: string): NamePart | undefined {
  const units = toUnits(text)
  if (units.length < 2) return undefined
  const last = units.at(-1) ?? ''
  const isOpen = isSyllable(last.charCodeAt(0))
  const fixed = isOpen ? units.slice(0, -1) : units
  const whole = unitPairs(fixed).filter((pair) => !hasConsonant(pair))
  const before = units.at(-2) ?? ''
  return {
    all: [...new Set([...whole, ...unitPairs(units.map(initialPattern))])],
    any:
      isOpen && !hasConsonant(before)
        ? syllableCompletions(last).map((end) => before + end)
        : undefined,
    fits: namePattern(text),
  }
}

function unitPairs(units: readonly string[]): string[] {
  return units.slice(1).map((unit, index) => (units[index] ?? '') + unit)
}

function initialPattern(unit: string): string {
  return unit.length === 1 ? String.fromCharCode(toInitial(unit.charCodeAt(0))) : unit
}

function hasConsonant(text: string): boolean {
  return Array.from(text).some((unit) => isConsonant(unit.charCodeAt(0)))
}

function unitPattern(unit: string): string {
  if (isConsonant(unit.charCodeAt(0))) {
    const first = getFirstSyllable(unit)
    return first === undefined
      ? unit
      : `[${String.fromCharCode(first)}-${String.fromCharCode(first + 587)}]`
  }
  return unit.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
}

function getFirstSyllable(consonant: string): number | undefined {
  const place = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'.indexOf(consonant)
  return place < 0 ? undefined : 0xac00 + place * 588
}

/**
 * Possible completions of the last syllable, also if its final consonant becomes the initial of the
 * next syllable.
 */
function syllableCompletions(last: string): string[] {
  const { ranges, split } = possibleCompletions(last.charCodeAt(0))
  const whole = ranges.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, index) => String.fromCharCode(low + index)),
  )
  return split ? [...whole, String.fromCharCode(split.syllable)] : whole
}

function openPattern(last: string): string {
  const { ranges, split } = possibleCompletions(last.charCodeAt(0))
  const written = ranges.map(
    ([low, high]) => `${String.fromCharCode(low)}-${String.fromCharCode(high)}`,
  )
  const whole = `[${written.join('')}]`
  if (!split) return whole
  const moved =
    String.fromCharCode(split.syllable) + unitPattern(String.fromCharCode(split.nextInitial))
  return `(?:${whole}|${moved})`
}

export function containsNamePart(
  pairsOfRow: Sql,
  owner: Sql,
  name: Sql,
  { all, any, fits }: NamePart,
): Sql {
  const withOwnerPrefix = (list: readonly string[]): Sql =>
    sql`array(select ${owner} || ' ' || pair from unnest(${[...list]}::text[]) pair)`
  return join(
    [
      sql`${pairsOfRow} @> ${withOwnerPrefix(all)}`,
      any ? sql`and ${pairsOfRow} && ${withOwnerPrefix(any)}` : empty,
      sql`and lower(translate(${name}, ${' \t\u{a0}\u{3000}'}, '') collate "C") ~ ${fits}`,
    ],
    ' ',
  )
}
