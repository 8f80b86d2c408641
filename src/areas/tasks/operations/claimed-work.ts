import { date, dateTime, measure, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { claim } from '#areas/inventory/tables/claim.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'

const optional = { required: false }

const columns = {
  WORK_DT: date(label('일자', 'Date'), { maxSpan: { count: 12, unit: 'months' } }),
  USER_ID: text(label('작업자', 'User'), { width: 100 }),
  ...pick(claim, ['KIND_CD', 'REF_NO']),
  OWNER_CD: withOptions(stockBalance.fields.OWNER_CD, optional),
  STOCK_CD: withOptions(stockBalance.fields.STOCK_CD, optional),
}

/**
 * Claims with the working time and the pieces of each. Reversed pieces do not count, and a measured
 * quantity counts as one piece. Owner-bound users see tasks of their own owners, without user
 * names.
 */
export const claimedWork = defineQuery({
  name: 'tasks/claimed-work',
  title: label('작업 점유 내역', 'Claimed work (detail)'),
  action: 'search',
  scope: 'warehouse',
  bound: 'own',
  search: columns,
  output: {
    ...columns,
    USER_NM: text(label('이름', 'Name'), { width: 110 }),
    CLAIMED_AT: dateTime(label('시작일시', 'Started at')),
    SEEN_AT: dateTime(label('마지막 스캔', 'Last scan')),
    QTY: quantity(label('개수', 'Pieces'), { footer: 'SUM' }),
    // Four decimals, because a claim can take seconds and reports sum them.
    HOURS: measure(label('작업시간', 'Hours worked'), 4, {
      minDecimals: 2,
      maxDecimals: 2,
      footer: 'SUM',
      width: 90,
    }),
  },
})
