import sql, { join, raw, type Sql } from 'sql-template-tag'
import { standingHolds } from '#areas/inventory/server/standing-hold.ts'
import type { Label, Language } from '#kernel/label.ts'
import {
  promiseConditions,
  promiseRemedies,
  type PromiseCondition,
} from '../rules/promise-conditions.ts'

/** What a line asks of its goods, as SQL. */
export interface LineNeeds {
  /** Empty where any will do. */
  readonly lotNo: Sql
  readonly mark: Sql
  readonly sampleYn: Sql
  /** The first valid date the goods must have. */
  readonly validFrom: Sql
  readonly today: Sql
}

/**
 * The conditions over balance `b`, its `lot`, cell `c` and zone `z`. Each applies where one of its
 * parts is true; none of them is ever null. Parts are apart so that the planner may join each
 * `not exists` by hashing.
 */
const parts: Readonly<Record<PromiseCondition, (line: LineNeeds) => readonly Sql[]>> = {
  SAMPLE: ({ sampleYn }) => [sql`(b.condition_cd = 'SAMPLE' and ${sampleYn} = 'N')`],
  NOT_SAMPLE: ({ sampleYn }) => [sql`(b.condition_cd = 'NORMAL' and ${sampleYn} = 'Y')`],
  BONDED: () => [sql`b.bonded_cd = 'BONDED'`],
  // Also any condition that is added later.
  HELD: ({ today }) => [sql`b.condition_cd not in ('NORMAL', 'SAMPLE')`, ...standingHolds(today)],
  EXPIRING: ({ validFrom }) => [sql`coalesce(lot.valid_dt < ${validFrom}, false)`],
  LOCKED: () => [sql`'Y' in (c.lock_yn, z.lock_yn)`],
  OTHER_LOT: ({ lotNo, mark }) => [
    sql`${lotNo} not in ('', lot.lot_no)`,
    sql`${mark} not in ('', lot.mark)`,
  ],
}

const conditions = Object.keys(parts) as PromiseCondition[]

/** True where nothing keeps the goods from being promised to the line. */
export function eligible(line: LineNeeds): Sql {
  const all = conditions.flatMap((condition) => [...parts[condition](line)])
  return join(
    all.map((part) => sql`not ${part}`),
    ' and ',
  )
}

/** One row `f` with a flag for each condition. */
export function conditionFlags(line: LineNeeds): Sql {
  return sql`select ${join(
    conditions.map(
      (condition) => sql`(${join([...parts[condition](line)], ' or ')}) ${flagOf(condition)}`,
    ),
  )}`
}

/** Name of the column of a condition's flag. */
export function flagOf(condition: PromiseCondition): Sql {
  return raw(condition.toLowerCase())
}

/** Null where the goods may be promised. */
export function firstReason(language: Language): Sql {
  return saidOfFirst(promiseConditions, language)
}

/** What would free the goods from the first reason. */
export function firstRemedy(language: Language): Sql {
  return saidOfFirst(promiseRemedies, language)
}

function saidOfFirst(texts: Readonly<Record<PromiseCondition, Label>>, language: Language): Sql {
  const cases = conditions.map((condition) => {
    return sql`when f.${flagOf(condition)} then ${texts[condition][language]}`
  })
  return sql`case ${join(cases, ' ')} end`
}
