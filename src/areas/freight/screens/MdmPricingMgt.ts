import { changeColumns, editable, isNew } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { priceLines } from '../operations/prices.ts'
import { priceStatus } from '../rules/price-status.ts'

/** Billed prices cannot be edited. A row with a higher version replaces them. */
export const mdmPricingMgtScreen: MasterScreen = {
  kind: 'master',
  route: 'MdmPricingMgt',
  search: ['OWNER_CD', 'CHARGE_CD', 'PRICE_CD', 'STATE_CD', 'PRICE_WCODE', 'FROM_DT'],
  searchAtOpen: true,
  save: priceLines.save,
  grid: grid({
    source: priceLines.query,
    columns: [
      { field: 'PRICE_CD', editable: isNew, frozen: true },
      { field: 'VERSION_NO', editable: isNew, frozen: true },
      {
        field: 'STATE_CD',
        editable: true,
        tone: (row) => (row['STATE_CD'] === priceStatus.draft ? 'warn' : undefined),
      },
      { field: 'OWNER_CD', editable: true, identifies: true },
      'OWNER_NM',
      { field: 'CHARGE_CD', editable: true, identifies: true },
      ...editable('BASIS_CD', 'UNIT_CD', 'UNIT_PRICE', 'CURRENCY_CD'),
      { field: 'FROM_DT', editable: true, default: 'today', identifies: true },
      ...editable(
        'TO_DT',
        'PER_CD',
        'TIER_CD',
        'TIERS',
        'FREE_DAYS',
        'FREE_QTY',
        'MIN_AMT',
        'MAX_AMT',
        'DAY_MIN_AMT',
        'DAY_MAX_AMT',
        'MONTH_MIN_AMT',
        'MONTH_MAX_AMT',
        'COOL_RATE',
        'FROZEN_RATE',
        'BONDED_RATE',
        'OVER_MONTHS',
        'OVER_RATE',
        'PRICE_WCODE',
        'TEMPERATURE_CD',
        'GROUP_CD',
        'BONDED_CD',
        'ORDER_KIND_CD',
        'SAMPLE_CD',
        'SHARE_YN',
        'VAT_CD',
        'ROUNDING_CD',
        'REMARK',
      ),
      {
        field: 'USED_YN',
        tone: (row) => (row['USED_YN'] === 'Y' ? 'accent' : 'quiet'),
      },
      ...changeColumns,
    ],
  }),
}
