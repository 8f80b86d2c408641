import sql, { type Sql } from 'sql-template-tag'

/** Bases that charge stock by date. */
export const dailyBases = ['DAY_END', 'DAY_START', 'DAY_PEAK', 'ANNIVERSARY']

/** Bases that charge a billing month, or a part of it, at its end. */
export const periodBases = [
  'AVERAGE',
  'PEAK',
  'MONTH_END',
  'HALF_PEAK',
  'HALF_END',
  'TEN_PEAK',
  'TEN_END',
  'SPLIT',
]

/** Kind of period that a basis counts. */
export const periodKind = (basis: Sql): Sql => sql`case when ${basis} like 'HALF%' then 'HALF'
  when ${basis} like 'TEN%' then 'TEN' else 'MONTH' end`

/** Offsets in days from the first date of a billing month at which a half month or a third ends. */
export const periodEnds = [9, 14, 19] as const

/** Periods `kind, first, last` of a billing month with these first and last dates. */
export const monthPeriods = (first: Sql, last: Sql): Sql => sql`(values
  ('MONTH', ${first}, ${last}),
  ('HALF', ${first}, ${first} + 14), ('HALF', ${first} + 15, ${last}),
  ('TEN', ${first}, ${first} + 9), ('TEN', ${first} + 10, ${first} + 19),
  ('TEN', ${first} + 20, ${last}))`

/** First date of the period of a basis that ends on a date of the billing month starting at `first`. */
export const periodStart = (basis: Sql, end: Sql, first: Sql): Sql => sql`(${first} + case
  when ${basis} like 'HALF%' and ${end} - ${first} > 14 then 15
  when ${basis} like 'TEN%' and ${end} - ${first} > 19 then 20
  when ${basis} like 'TEN%' and ${end} - ${first} > 9 then 10 else 0 end)`
