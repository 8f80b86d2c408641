import { date, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { maximum } from '#kernel/summary.ts'
import { ageFields } from '#areas/inventory/operations/report-fields.ts'
import { stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryAgingScreen = inventoryReport(
  'InventoryAging',
  stockSummary(
    'inventory-aging',
    label('재고 경과일수', 'Inventory aging'),
    ['AGE_CD', 'OWNER_CD', 'STOCK_CD'],
    {
      AGE_DAYS_MAX: maximum(
        withOptions(ageFields.AGE_DAYS, {
          label: label('최대 경과일수', 'Max. days stored'),
          width: 100,
        }),
        'AGE_DAYS',
      ),
      LAST_OUT_DT_MAX: maximum(date(ageFields.LAST_OUT_DT.label), 'LAST_OUT_DT'),
    },
  ),
  {
    search: ['AGE_DAYS', 'AGE_CD'],
    searchDefaults: { AGE_DAYS: '>90' },
  },
)
