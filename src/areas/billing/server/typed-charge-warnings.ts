import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { homeCurrency } from '#areas/freight/rules/freight-charge.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'

interface ChargeWarnings extends Record<string, unknown> {
  /** Service day and billing month of work more than a year ago, and of work after today. */
  readonly old: string | null
  readonly ahead: string | null
  /** Owner and currency of an expense without its agreed margin. */
  readonly unmargined: string | null
}

/**
 * Warns of work more than a year ago or after today, most often a mistyped year, and of expenses in
 * another currency, which get no margin although their owner agreed on it.
 */
export async function typedChargeWarnings(
  { tx, today }: SaveCall,
  numbers: readonly number[],
): Promise<Label | undefined> {
  const [found] = await tx.query<ChargeWarnings>(sql`
    select string_agg(distinct to_char(c.service_dt, 'YYYY-MM-DD') || ' → ' || c.bill_month, ', ')
        filter (where c.service_dt < ${today}::date - interval '1 year') old,
      string_agg(distinct to_char(c.service_dt, 'YYYY-MM-DD') || ' → ' || c.bill_month, ', ')
        filter (where c.service_dt > ${today}::date) ahead,
      string_agg(distinct c.owner_cd || ' ' || c.currency_cd, ', ')
        filter (where c.charge_cd = 'ACTUAL' and c.currency_cd <> ${homeCurrency} and exists (
          select from price_on(c.service_dt) l
          where l.charge_cd = 'MARGIN' and l.state_cd = ${quoteCodes(priceStatus.agreed)}
            and coalesce(l.owner_cd, c.owner_cd) = c.owner_cd
            and coalesce(l.price_wcode, c.wcode) = c.wcode)) unmargined
    from charge c where c.charge_no = any(${[...numbers]}::bigint[])`)
  const warnings = [
    oldWorkText(found?.old),
    futureWorkText(found?.ahead),
    marginText(found?.unmargined),
  ].filter((text) => text)
  if (warnings.length === 0) return undefined
  return label(
    warnings.map((text) => ` ${text?.ko}`).join(''),
    warnings.map((text) => ` ${text?.en}`).join(''),
  )
}

function oldWorkText(names: string | null | undefined): Label | undefined {
  if (!names) return undefined
  return label(
    `1년보다 오래된 작업일이 있습니다(작업일 → 청구월): ${names}. 연도를 확인하세요.`,
    `Service days more than a year ago (day → billing month): ${names}. Check the year.`,
  )
}

function futureWorkText(names: string | null | undefined): Label | undefined {
  if (!names) return undefined
  return label(
    `오늘보다 늦은 작업일이 있습니다(작업일 → 청구월): ${names}. 날짜를 확인하세요.`,
    `Service days after today (day → billing month): ${names}. Check the date.`,
  )
}

function marginText(names: string | null | undefined): Label | undefined {
  if (!names) return undefined
  return label(
    `외화 실비에는 마진을 계산하지 않았습니다: ${names}. 마진을 따로 등록하세요.`,
    `No margin was calculated for expenses in other currencies: ${names}. Enter it separately.`,
  )
}
