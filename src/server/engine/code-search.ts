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

/**
 * Keys of the rows whose code begins with a text, or whose name has it or its initials anywhere, on
 * either keyboard layout, as one SELECT that goes by indexes. For a single character the names are
 * read through: most of them have it.
 */
export function foundKeys({ table, key, codes, names }: CodeSearch, text: string): Sql {
  const typed = text.normalize('NFC').trim()
  const other = onOtherLayout(typed)
  const readings = [...new Set(typed.length > 1 ? [typed, other] : [typed])]
  const bare = readings.map((reading) => reading.toUpperCase())
  // 8471.30 and 124-81-00998 are kept without their marks, or with them.
  const beginnings = [...new Set([...bare, ...bare.map((each) => each.replaceAll(/[\s.-]/g, ''))])]
  const [from, id] = [raw(table), raw(key)]
  const byCode = codes.map((column) => {
    const value = sql`${raw(column)} collate "C"`
    return sql`select ${id} from ${ranges(beginnings.filter(Boolean))}, ${from}
      where ${value} >= p.low and ${value} < p.high`
  })
  const byName = readings.map((reading) => {
    const part = namePart(reading)
    return part
      ? sql`select ${id} from ${from} where ${hasPart(sql`name_pairs('', ${names})`, sql`''`, names, part)}`
      : sql`select ${id} from ${from}
          where lower(translate(${names}, ${' \t\u{a0}\u{3000}'}, '') collate "C") ~ ${patternOf(reading)}`
  })
  return join([...byCode, ...byName], ' union ')
}

/** The condition that a row `t` is among those found. */
export function isFound(search: CodeSearch, text: string): Sql {
  return sql`t.${raw(search.key)} in (${foundKeys(search, text)})`
}
