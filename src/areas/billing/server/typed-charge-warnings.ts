import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'

interface Warned extends Record<string, unknown> {
  /** Service day and billing month of work more than a year ago. */
  readonly old: string | null
}

/**
 * Warns of work more than a year ago, most often a mistyped year.
 */
export async function typedChargeWarnings(
  { tx, today }: SaveCall,
  numbers: readonly number[],
): Promise<Label | undefined> {
  const [found] = await tx.query<Warned>(sql`
    select string_agg(distinct to_char(c.service_dt, 'YYYY-MM-DD') || ' → ' || c.bill_month, ', ')
        filter (where c.service_dt < ${today}::date - interval '1 year') old
    from charge c where c.charge_no = any(${[...numbers]}::bigint[])`)
  const warnings = [oldText(found?.old)].filter((text) => text)
  if (warnings.length === 0) return undefined
  return label(
    warnings.map((text) => ` ${text?.ko}`).join(''),
    warnings.map((text) => ` ${text?.en}`).join(''),
  )
}

function oldText(names: string | null | undefined): Label | undefined {
  if (!names) return undefined
  return label(
    `1년보다 오래된 작업일이 있습니다(작업일 → 청구월): ${names}. 연도를 확인하세요.`,
    `Service days more than a year ago (day → billing month): ${names}. Check the year.`,
  )
}
