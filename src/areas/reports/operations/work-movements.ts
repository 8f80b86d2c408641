import { date } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { movementHour, stockMovements } from '#areas/inventory/operations/stock.ts'
import { stockMovement } from '#areas/inventory/tables/stock-movement.ts'

const fields = {
  ...pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'MOVEMENT_CD', 'DOC_NO', 'USER_ID']),
  BUSINESS_DT: date(label('수불일자', 'Posting date'), { spanMax: { count: 12, unit: 'months' } }),
}

/** The ledger as work: who moved what in which hour of the day, on the clock of the warehouse. */
export const workMovements = defineQuery({
  name: 'reports/work-movements',
  title: label('작업이력', 'Work history'),
  with: [stockMovements],
  action: 'search',
  scope: 'warehouse-owner',
  search: fields,
  output: {
    ...fields,
    HOUR_CD: movementHour,
  },
})
