import sql, { join, raw, type Sql } from 'sql-template-tag'
import { onOtherLayout } from '#kernel/hangul-layout.ts'
import { hasPart, namePart, patternOf } from './name-search.ts'
import { ranges } from './record-source.ts'

/** A list of many codes and what its rows are found by. */
export interface CodeSearch {
  readonly table: string
  /** Column that names a row. */
  readonly key: string
  /** Columns found by their beginning; each has an index in byte order (`collate "C"`). */
  readonly codes: readonly string[]
  /** The name as the table's index of `name_pairs('', …)` has it, on its own columns. */
  readonly names: Sql
}

/** What a text may mean: itself and what it is on the other keyboard layout, and codes that begin so. */
function readingsOf(text: string) {
  const typed = text.normalize('NFC').trim()
  const readings = [...new Set(typed.length > 1 ? [typed, onOtherLayout(typed)] : [typed])]
  const bare = readings.map((reading) => reading.toUpperCase())
  // 8471.30 and 124-81-00998 are kept without their marks, or with them.
  const codes = [...new Set([...bare, ...bare.map((each) => each.replaceAll(/[\s.-]/g, ''))])]
  return { readings, codes: codes.filter(Boolean) }
}

/**
 * Keys by name, one SELECT for each reading, each of at most so many rows. A single character is
 * looked for by reading the names, as most of them have it.
 */
function byName(
  { table, key, names }: CodeSearch,
  readings: readonly string[],
  most?: { readonly pairs: number; readonly single: number },
): Sql[] {
  const keys = sql`select ${raw(key)} from ${raw(table)} where`
  return readings.map((reading) => {
    const part = namePart(reading)
    const has = part
      ? hasPart(sql`name_pairs('', ${names})`, sql`''`, names, part)
      : sql`lower((${names}) collate "C") ~ ${patternOf(reading)}`
    return most
      ? sql`(${keys} ${has} limit ${part ? most.pairs : most.single})`
      : sql`${keys} ${has}`
  })
}

/**
 * The parts as one array, which goes by the index of the key: of a set, a planner takes the beginning
 * of a code for a ninth of the list, and then reads all of it.
 */
const together = (parts: readonly Sql[]): Sql => sql`array(${join(parts, ' union ')})`

/**
 * The condition that a row `t` has a code that begins with a text, or a name that has it or its
 * initials anywhere, on either keyboard layout.
 */
export function isFound(search: CodeSearch, text: string): Sql {
  const { table, key, codes } = search
  const { readings, codes: beginnings } = readingsOf(text)
  const byCode = codes.map((column) => {
    const value = sql`${raw(column)} collate "C"`
    return sql`select ${raw(key)} from ${ranges(beginnings)}, ${raw(table)}
      where ${value} >= p.low and ${value} < p.high`
  })
  return sql`t.${raw(key)} = any(${together([...byCode, ...byName(search, readings)])})`
}

/** Whoever types one letter of a list of 100,000 goes on to type: so many are looked at, not all. */
const codesMost = 200
const namesMost = { pairs: 5_000, single: codesMost }

/** The same of the entries `v` (`code`) that are offered, for lists that show the best of them. */
export function isAmongFirst(search: CodeSearch, text: string, offered: Sql): Sql {
  const { table, key, codes } = search
  const { readings, codes: beginnings } = readingsOf(text)
  const byCode = codes.map((column) => {
    const from = column === key ? sql`(${offered}) o` : raw(table)
    const [id, value] = column === key ? [raw('o.code'), raw('o.code')] : [raw(key), raw(column)]
    return sql`select b.id from ${ranges(beginnings)} cross join lateral (
      select ${id} id from ${from} where ${value} collate "C" >= p.low
        and ${value} collate "C" < p.high order by ${value} collate "C" limit ${codesMost}) b`
  })
  return sql`v.code = any(${together([...byCode, ...byName(search, readings, namesMost)])})`
}

/** The condition that a code of entry `v`, or its name with whatever is around it, is the text. */
export function isPerhaps(search: CodeSearch, text: string): Sql {
  const { table, key, codes } = search
  const { readings, codes: whole } = readingsOf(text)
  const byCode = codes.map(
    (column) => sql`select ${raw(key)} from ${raw(table)}
      where ${raw(column)} collate "C" = any(${whole})`,
  )
  return sql`v.code = any(${together([...byCode, ...byName(search, readings)])})`
}
