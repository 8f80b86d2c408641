import { measure, withOptions } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { defineSummary, perOwner, minimum, maximum, ratio } from '#kernel/summary.ts'
import {
  closingMeasures,
  documentMeasures,
  figureDays,
  figureMonths,
  flowMeasures,
  itemFlows,
  lineMeasures,
  ownerFlows,
  roomMeasures,
} from '#areas/inventory/operations/flows.ts'
import { stockMovements } from '#areas/inventory/operations/stock.ts'
import { exactAmount } from '../tables/charge.ts'

const month = { column: 'STOCK_DT', period: 'month' } as const

const owners = {
  measures: {
    ...flowMeasures,
    ...documentMeasures,
    ...lineMeasures,
    CBM: closingMeasures.CBM,
  },
  offers: ['STOCK_DT', 'OWNER_CD'],
} as const

export const inOutByDay = defineSummary(ownerFlows, {
  ...owners,
  name: 'billing/in-out-by-day',
  title: label('일별 입출고현황', 'Inbound and outbound by day'),
  by: ['STOCK_DT', 'OWNER_CD'],
})

export const inOutByMonth = defineSummary(ownerFlows, {
  ...owners,
  name: 'billing/in-out-by-month',
  title: label('월별 입출고현황', 'Inbound and outbound by month'),
  by: [month, 'OWNER_CD'],
})

const items = ['OWNER_CD', 'STOCK_CD'] as const
const offeredColumns = ['STOCK_DT', 'OWNER_CD', 'STOCK_CD', 'GROUP_CD', 'UNIT_CD'] as const

export const stockByDay = defineSummary(itemFlows, {
  name: 'billing/stock-by-day',
  title: label('일별 재고현황', 'Stock balance by day'),
  by: ['STOCK_DT', ...items],
  measures: closingMeasures,
  offers: offeredColumns,
})

const ledgerMeasures = { ...flowMeasures, ...lineMeasures }

export const itemLedgerByDay = defineSummary(itemFlows, {
  name: 'billing/item-ledger-by-day',
  title: label('일별 품목수불', 'Item ledger by day'),
  by: ['STOCK_DT', ...items],
  measures: ledgerMeasures,
  offers: offeredColumns,
})

export const itemLedgerByMonth = defineSummary(itemFlows, {
  name: 'billing/item-ledger-by-month',
  title: label('월별 품목수불', 'Item ledger by month'),
  by: [month, ...items],
  measures: ledgerMeasures,
  offers: offeredColumns,
})

export const volumeByDay = defineSummary(itemFlows, {
  name: 'billing/room-by-day',
  title: label('일별 품목 CBM', 'Item CBM by day'),
  by: ['STOCK_DT', ...items],
  measures: {
    CLOSE_QTY: closingMeasures.CLOSE_QTY,
    // Smallest and largest unit CBM of the summed rows. Both are equal for one item on one date.
    UNIT_CBM: perOwner(minimum(itemFlows.output.UNIT_CBM, 'UNIT_CBM')),
    UNIT_CBM_MAX: perOwner(
      maximum(
        withOptions(itemFlows.output.UNIT_CBM, {
          label: label('개당 CBM 최대', 'Max. CBM per piece'),
        }),
        'UNIT_CBM',
      ),
    ),
    CBM: closingMeasures.CBM,
  },
  offers: offeredColumns,
})

const STORE_AMT = exactAmount(label('보관료(원)', 'Storage (KRW)'), { zeroAsEmpty: true })

export const storedItems = defineQuery({
  name: 'billing/stored-items',
  title: label('품목 일별 보관료 행', 'Daily storage charges by item (detail)'),
  with: [stockMovements],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: itemFlows.search,
  output: { ...itemFlows.output, STORE_AMT },
})

export const volumeByMonth = defineSummary(storedItems, {
  name: 'billing/room-by-month',
  title: label('월별 품목 CBM', 'Item CBM by month'),
  by: [month, ...items],
  measures: {
    ...roomMeasures,
    STORE_RATE: ratio(
      measure(label('요율(원/CBM·일)', 'Rate (KRW/CBM·day)'), 2, { width: 120, zeroAsEmpty: true }),
      'STORE_AMT',
      'CBM_DAYS',
      1,
    ),
    STORE_AMT: { kind: 'sum', field: STORE_AMT, of: 'STORE_AMT' },
  },
  offers: offeredColumns,
})

function sideBySideSummary(
  source: typeof figureDays,
  named: { readonly name: string; readonly title: Label },
  count: number,
  title: (n: number) => Label,
) {
  const values = Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, '0'))
  return defineSummary(source, {
    ...named,
    by: [...items],
    sums: ['TOTAL_QTY', 'FIGURE_QTY'],
    across: {
      key: { column: 'COLUMN_NO' },
      measures: ['FIGURE_QTY'],
      values,
      titles: values.map((value) => title(Number(value))),
    },
  })
}

export const figureByDay = sideBySideSummary(
  figureDays,
  {
    name: 'billing/figure-by-day',
    title: label('입출고 일별조회', 'Inbound and outbound search by day'),
  },
  31,
  (day) => label(`${day}일`, String(day)),
)

export const figureByMonth = sideBySideSummary(
  figureMonths,
  {
    name: 'billing/figure-by-month',
    title: label('입출고 월별조회', 'Inbound and outbound search by month'),
  },
  12,
  (number) => label(`${number}월`, `M${number}`),
)
