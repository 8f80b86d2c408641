import sql, { join, raw, type Sql } from 'sql-template-tag'
import { isMissing } from '#areas/inventory/server/missing-stock.ts'
import { holdConditions } from '#areas/inventory/server/active-holds.ts'
import type { Label, Language } from '#kernel/label.ts'
import {
  allocationConditions,
  allocationRemedies,
  type AllocationCondition,
} from '../rules/allocation-conditions.ts'

export interface LineNeeds {
  /** Empty for any lot. */
  readonly lotNo: Sql
  readonly mark: Sql
  readonly sampleYn: Sql
  readonly validFrom: Sql
  readonly today: Sql
}

/**
 * Conditions over balance `b`, its `lot`, cell `c` and zone `z`. A condition applies if one of its
 * parts is true. Parts are never null, and are separate to let the planner hash each `not exists`.
 */
/** Conditions that can be allocated or have their own reason. */
const notHeld = sql`('NORMAL', 'SAMPLE', 'INSPECT')`

const conditionParts: Readonly<Record<AllocationCondition, (line: LineNeeds) => readonly Sql[]>> = {
  MISSING: () => [isMissing],
  SAMPLE: ({ sampleYn }) => [sql`(b.condition_cd = 'SAMPLE' and ${sampleYn} = 'N')`],
  NOT_SAMPLE: ({ sampleYn }) => [sql`(b.condition_cd = 'NORMAL' and ${sampleYn} = 'Y')`],
  BONDED: () => [sql`b.bonded_cd = 'BONDED'`],
  INSPECT: () => [sql`b.condition_cd = 'INSPECT'`],
  // The negated list also covers conditions added later.
  HELD: ({ today }) => [sql`b.condition_cd not in ${notHeld}`, ...holdConditions(today)],
  EXPIRING: ({ validFrom }) => [sql`coalesce(lot.valid_dt < ${validFrom}, false)`],
  LOCKED: () => [sql`'Y' in (c.lock_yn, z.lock_yn)`],
  OTHER_LOT: ({ lotNo, mark }) => [
    sql`upper(${lotNo}) not in ('', upper(lot.lot_no))`,
    sql`${mark} not in ('', lot.mark)`,
  ],
}

const conditions = Object.keys(conditionParts) as AllocationCondition[]

/** True if no condition excludes the stock from the line. */
export function isEligible(line: LineNeeds): Sql {
  const all = conditions.flatMap((condition) => [...conditionParts[condition](line)])
  return join(
    all.map((part) => sql`not ${part}`),
    ' and ',
  )
}

export function conditionFlags(line: LineNeeds): Sql {
  return sql`select ${join(
    conditions.map(
      (condition) =>
        sql`(${join([...conditionParts[condition](line)], ' or ')}) ${conditionFlag(condition)}`,
    ),
  )}`
}

export function conditionFlag(condition: AllocationCondition): Sql {
  return raw(condition.toLowerCase())
}

/** Null if the stock is eligible. */
export function firstReasonSql(language: Language): Sql {
  return firstFailureText(allocationConditions, language)
}

export function firstRemedySql(language: Language): Sql {
  return firstFailureText(allocationRemedies, language)
}

function firstFailureText(
  texts: Readonly<Record<AllocationCondition, Label>>,
  language: Language,
): Sql {
  const cases = conditions.map((condition) => {
    return sql`when f.${conditionFlag(condition)} then ${texts[condition][language]}`
  })
  return sql`case ${join(cases, ' ')} end`
}
