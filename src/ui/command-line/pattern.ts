import { canBeChoseong, combineCharacter } from 'es-hangul'
import { isSyllable, splitConsonants, possibleCompletions } from '#kernel/hangul-units.ts'
import { searchText, type SearchText } from './search-text.ts'

export interface Pattern {
  readonly text: string
  readonly units: string
  /** Bit mask of required initials and letters. */
  readonly mask: number
  /** Matches contiguous units; the last syllable may be unfinished. */
  readonly together: RegExp
  readonly apart: RegExp
  readonly isUnfinished: boolean
}

export interface Place {
  readonly at: number
  readonly length: number
}

export function pattern(query: string): Pattern | undefined {
  const { units, mask } = searchText(splitConsonants(query))
  if (units === '') return undefined
  const classes = units.split('').map(characterClass)
  const lastCode = units.charCodeAt(units.length - 1)
  const isUnfinished = isSyllable(lastCode)
  const last = isUnfinished ? completionClass(lastCode) : `[${classes.at(-1)}]`
  return {
    text: query,
    units,
    mask,
    together: new RegExp(
      `${classes
        .slice(0, -1)
        .map((letters) => `[${letters}]`)
        .join('')}${last}`,
      'g',
    ),
    apart: new RegExp(`^${classes.map((letters) => `[^${letters}]*[${letters}]`).join('')}`),
    isUnfinished,
  }
}

/** Characters a query unit matches: a lone consonant matches every syllable it starts. */
function characterClass(unit: string): string {
  const ownRange = characterRange(unit, unit)
  if (!canBeChoseong(unit)) return ownRange
  return ownRange + characterRange(combineCharacter(unit, 'ㅏ'), combineCharacter(unit, 'ㅣ', 'ㅎ'))
}

function characterRange(low: string, high: string): string {
  const [from, to] = [low, high].map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  return `\\u${from}-\\u${to}`
}

/** 가 may become 각, and 갑 may become 값 or 가방. */
function completionClass(code: number): string {
  const { ranges, split } = possibleCompletions(code)
  const unit = String.fromCharCode
  const whole = `[${ranges.map(([low, high]) => characterRange(unit(low), unit(high))).join('')}]`
  return split
    ? `(?:${whole}|${unit(split.syllable)}[${characterClass(unit(split.nextInitial))}])`
    : whole
}

export function canContain(text: SearchText, wanted: Pattern): boolean {
  return (wanted.mask & ~text.mask) === 0
}

export function findPattern(text: SearchText, wanted: Pattern): Place | undefined {
  if (!canContain(text, wanted)) return undefined
  const { units, starts } = text
  const { together } = wanted
  let inside: Place | undefined
  together.lastIndex = 0
  for (let found = together.exec(units); found; found = together.exec(units)) {
    const place = { at: found.index, length: found[0].length }
    if (starts.includes(place.at)) return place
    inside ??= place
    together.lastIndex = place.at + 1
  }
  return inside
}
