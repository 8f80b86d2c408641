import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { minimum } from '#kernel/summary.ts'
import { ageFields } from '#areas/inventory/operations/report-fields.ts'
import { stockSummary } from '../operations/stock-summary.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByValidDateScreen = inventoryReport(
  'InventoryByValidDate',
  stockSummary(
    'inventory-by-valid-date',
    label('유통기한별 재고', 'Inventory by expiry date'),
    ['VALID_DT', 'EXPIRY_CD', 'OWNER_CD', 'STOCK_CD'],
    {
      DAYS_LEFT_MIN: minimum(ageFields.DAYS_LEFT, 'DAYS_LEFT'),
      LIFE_RATE_MIN: minimum(
        withOptions(ageFields.LIFE_RATE, {
          label: label('최소 잔여율 %', 'Min. remaining shelf life %'),
        }),
        'LIFE_RATE',
      ),
    },
  ),
  {
    search: ['DAYS_LEFT', 'EXPIRY_CD'],
    searchDefaults: { DAYS_LEFT: '<=90' },
  },
)
