import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleEdits,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { getFirstSearchedDate } from '#server/engine/searched-dates.ts'
import { recordsetSql, saveTable } from '#server/engine/table-save.ts'
import { ratesOfDay } from '../operations/exchange-rates.ts'
import { exchangeRates } from '../operations/masters.ts'
import { rateDayError } from '../rules/exchange-rate.ts'
import { exchangeRate } from '../tables/transport.ts'

const columns = ['KIND_CD', 'CURRENCY_CD', 'RATE_DT', 'REV_NO', 'RATE_UNIT', 'RATE', 'REMARK']
const identity = ['KIND_CD', 'CURRENCY_CD', 'RATE_DT', 'RATE', 'RATE_UNIT']

export const immutableRate = label(
  '환율은 수정하거나 삭제할 수 없습니다. 같은 날짜로 새 행을 추가하고 비고에 정정 사유를 입력하세요.',
  'Rates cannot be edited or deleted. Add a row for the same date and enter a reason in the remark.',
)
const reasonNeeded = label(
  '이미 등록된 환율의 정정입니다. 비고에 사유를 입력하세요.',
  'This corrects an existing rate. Enter a reason in the remark.',
)

interface StoredRate extends Record<string, unknown> {
  readonly no: number
  readonly rev_no: number | null
  readonly is_same: boolean | null
  readonly rate_unit: number | null
}

/** Adds rates. Skips unchanged rates and saves different values as a new revision. */
export async function addRates(call: SaveCall) {
  const errors = call.rows.flatMap((row): RowError[] => {
    if (row.flag !== 'I') return [{ row: row.no, text: immutableRate }]
    const text = rateDayError(String(row.values['KIND_CD']), String(row.values['RATE_DT']))
    return text ? [{ row: row.no, column: 'RATE_DT', text }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  const stored = await call.tx.query<StoredRate>(sql`
    select r.no, x.rev_no, c.rate_unit,
      x.rate = r.rate and x.rate_unit = coalesce(r.rate_unit, c.rate_unit, x.rate_unit) is_same
    from ${recordsetSql(exchangeRate.fields, identity, call.rows)}
    left join currency c on c.currency_cd = r.currency_cd
    left join lateral (select * from exchange_rate e where e.kind_cd = r.kind_cd
      and e.currency_cd = r.currency_cd and e.rate_dt = r.rate_dt
      order by e.rev_no desc limit 1) x on true`)
  const known = new Map(stored.map((row) => [row.no, row]))
  const fresh = call.rows.filter(({ no }) => known.get(no)?.is_same !== true)
  const rows = fresh.map((row): SaveRow => {
    const { rev_no: last = null, rate_unit: unit = null } = known.get(row.no) ?? {}
    const REV_NO = last === null ? 0 : last + 1
    const RATE_UNIT = row.values['RATE_UNIT'] ?? unit
    return { ...row, values: { ...row.values, REV_NO, RATE_UNIT } }
  })
  const withoutReason = rows.filter(
    ({ values }) => Number(values['REV_NO']) > 0 && (values['REMARK'] ?? null) === null,
  )
  if (withoutReason.length > 0) {
    throw invalidRows(
      withoutReason.map(({ no }) => ({ row: no, column: 'REMARK', text: reasonNeeded })),
    )
  }
  if (rows.length > 0) {
    const references = [{ columns: ['CURRENCY_CD'], table: 'currency' }]
    await saveTable({ ...call, rows }, exchangeRate, columns, references)
  }
  const same = call.rows.length - rows.length
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: ratesAddedText(rows.length, same),
  }
}

export function ratesAddedText(added: number, same: number): Label {
  const rest = same
    ? label(` ${formatCount(same)}건은 변경되지 않았습니다.`, ` ${formatCount(same)} unchanged.`)
    : label('', '')
  return label(
    `환율 ${formatCount(added)}건을 등록했습니다.${rest.ko}`,
    `${formatCount(added, 'rate')} added.${rest.en}`,
  )
}

export const exchangeRateHandlers: readonly Handler[] = [
  handleQuery(
    exchangeRates.query,
    'v.rate_dt desc, v.kind_cd, v.currency_cd, v.rev_no desc',
    () => sql`select t.* from exchange_rate t`,
  ),
  handleEdits(exchangeRates.save, addRates),
  handleQuery(
    ratesOfDay,
    'v.kind_cd, v.currency_cd',
    ({ search, today }) => sql`
      select k.kind_cd, d.day, c.currency_cd, c.currency_nm, r.rate, r.rate_unit, r.rate_dt,
        r.late_yn
      from (select coalesce(${getFirstSearchedDate(ratesOfDay.search.DAY, search['DAY'])}::text, ${today}::text)::date as day) d,
        (select distinct kind_cd, currency_cd from exchange_rate) k
        join currency c using (currency_cd),
        exchange_rate_on(k.kind_cd, k.currency_cd, d.day) r`,
    ['DAY'],
  ),
]
