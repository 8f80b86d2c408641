import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { isNotReversed } from './post-charges.ts'
import { periodBases } from './storage-periods.ts'

const chargedByPeriod = label(
  '보관료를 기간 단가로 청구하는 화주입니다. 마감일을 변경하면 일부 일수의 보관료가 두 번 청구되거나 누락됩니다. 청구월 첫날부터 일 단가를 적용한 뒤 변경하세요.',
  'This owner pays storage by period. Another closing day would charge some days twice or not at all. Apply a daily price from the first day of a billing month, then change the closing day.',
)

/**
 * Rejects a different closing day for owners whose storage is charged by period, because the next
 * period would not start where the last one ended.
 */
export async function rejectClosingDays(call: SaveCall): Promise<void> {
  const given = call.rows.map(({ no, flag, values }) => ({
    no,
    owner: values['OWNER_CD'],
    day: flag === 'D' ? 0 : values['CLOSE_DAY'],
  }))
  const today = sql`${call.today}::date`
  const found = await call.tx.query<{ no: number }>(sql`
    select r.no from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      r (no integer, owner text, day integer)
    left join billing_terms t on t.owner_cd = r.owner
    where r.day <> coalesce(t.close_day, 0) and exists (
      select from charge c join price_line l using (price_id)
      join lateral price_on(${today}) p on p.price_cd = l.price_cd
        and p.state_cd = ${quoteCodes(priceStatus.agreed)} and p.basis_cd = any(${periodBases}::text[])
      where c.owner_cd = r.owner and c.cause_cd = 'PERIOD' and c.service_dt > ${today} - 62
        and ${isNotReversed(sql`c`)}) order by r.no`)
  const errors = found.map(({ no }) => ({ row: no, column: 'CLOSE_DAY', text: chargedByPeriod }))
  if (errors.length > 0) throw invalidRows(errors)
}
