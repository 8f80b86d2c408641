import sql, { join, raw, type Sql } from 'sql-template-tag'
import { toOtherKeyboardLayout } from '#kernel/hangul-layout.ts'
import { tidyText } from '#kernel/tidy-text.ts'
import { containsNamePart, namePart, namePattern } from './name-search.ts'
import { prefixRanges } from './record-source.ts'

export interface CodeSearch {
  readonly table: string
  readonly key: string
  /** Columns searched by prefix; each needs an index in byte order (`collate "C"`). */
  readonly codes: readonly string[]
  /** Expression of the name, the same as in the table's index on `name_pairs('', …)`. */
  readonly names: Sql
}

/**
 * Returns the readings of a typed text, as typed and on the other keyboard layout, and the code
 * prefixes they can mean.
 */
function interpretText(text: string) {
  const typed = tidyText(text)
  const readings = [...new Set(typed.length > 1 ? [typed, toOtherKeyboardLayout(typed)] : [typed])]
  const bare = readings.map((reading) => reading.toUpperCase())
  // Codes such as 8471.30 and 124-81-00998 are stored with or without punctuation.
  const codes = [...new Set([...bare, ...bare.map((code) => code.replaceAll(/[\s.-]/g, ''))])]
  return { readings, codes: codes.filter(Boolean) }
}

/**
 * Returns a SELECT of keys by name for each reading, with an optional row limit. A single character
 * scans the names, because most of them contain it.
 */
function selectKeysByName(
  { table, key, names }: CodeSearch,
  readings: readonly string[],
  max?: { readonly pairs: number; readonly single: number },
): Sql[] {
  const keys = sql`select ${raw(key)} from ${raw(table)} where`
  return readings.map((reading) => {
    const part = namePart(reading)
    const has = part
      ? containsNamePart(sql`name_pairs('', ${names})`, sql`''`, names, part)
      : sql`lower((${names}) collate "C") ~ ${namePattern(reading)}`
    return max ? sql`(${keys} ${has} limit ${part ? max.pairs : max.single})` : sql`${keys} ${has}`
  })
}

/**
 * Combines the parts into one array, which lets the planner use the key's index. For a subquery, it
 * estimates that a code prefix matches a ninth of the list and scans the entire list.
 */
const unionOfArrays = (parts: readonly Sql[]): Sql => sql`array(${join(parts, ' union ')})`

/**
 * SQL condition: a code of row `t` starts with the text, or its name contains the text or its
 * initials, on either keyboard layout.
 */
export function matchesCodeOrName(search: CodeSearch, text: string): Sql {
  const { table, key, codes } = search
  const { readings, codes: beginnings } = interpretText(text)
  const byCode = codes.map((column) => {
    const value = sql`${raw(column)} collate "C"`
    return sql`select ${raw(key)} from ${prefixRanges(beginnings)}, ${raw(table)}
      where ${value} >= p.low and ${value} < p.high`
  })
  return sql`t.${raw(key)} = any(${unionOfArrays([...byCode, ...selectKeysByName(search, readings)])})`
}

/**
 * Limit the candidates, because a user who types one letter in a list of 100,000 will type more.
 */
const maxCodes = 200
const maxNames = { pairs: 5_000, single: maxCodes }

/**
 * Like `matchesCodeOrName`, for lists that show only the best matches: SQL condition on the offered
 * entries `v` (`code`).
 */
export function matchesOfferedEntry(search: CodeSearch, text: string, offered: Sql): Sql {
  const { table, key, codes } = search
  const { readings, codes: beginnings } = interpretText(text)
  const byCode = codes.map((column) => {
    const from = column === key ? sql`(${offered}) o` : raw(table)
    const [id, value] = column === key ? [raw('o.code'), raw('o.code')] : [raw(key), raw(column)]
    return sql`select b.id from ${prefixRanges(beginnings)} cross join lateral (
      select ${id} id from ${from} where ${value} collate "C" >= p.low
        and ${value} collate "C" < p.high order by ${value} collate "C" limit ${maxCodes}) b`
  })
  return sql`v.code = any(${unionOfArrays([...byCode, ...selectKeysByName(search, readings, maxNames)])})`
}

/** SQL condition: a code of entry `v` equals the text, or its name contains it. */
export function isPossibleMatch(search: CodeSearch, text: string): Sql {
  const { table, key, codes } = search
  const { readings, codes: whole } = interpretText(text)
  const byCode = codes.map(
    (column) => sql`select ${raw(key)} from ${raw(table)}
      where ${raw(column)} collate "C" = any(${whole})`,
  )
  return sql`v.code = any(${unionOfArrays([...byCode, ...selectKeysByName(search, readings)])})`
}
