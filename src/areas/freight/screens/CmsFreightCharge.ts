import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { freightCharges } from '../operations/freight-charges.ts'

export const cmsFreightChargeScreen: MasterScreen = {
  kind: 'master',
  route: 'CmsFreightCharge',
  search: [
    'BOOKING_ID',
    'SIDE_CD',
    'FREIGHT_CD',
    'PAYER_CD',
    'CARRIER_CD',
    'CHARGE_DT',
    'ORIGIN_CD',
  ],
  searchAtOpen: true,
  save: freightCharges.save,
  grid: grid({
    source: freightCharges.query,
    columns: [
      { field: 'BOOKING_ID', editable: isUnsavedRow, frozen: true },
      { field: 'LINE_NO', frozen: true },
      ...editableColumns('SIDE_CD', 'FREIGHT_CD'),
      'FREIGHT_NM',
      'DIVISION_CD',
      ...editableColumns('PAYER_CD'),
      'PAYER_NM',
      ...editableColumns('CARRIER_CD'),
      'CARRIER_NM',
      ...editableColumns('BASIS_CD', 'CNTR_TP', 'QTY', 'UNIT_PRICE', 'CURRENCY_CD'),
      { field: 'AMOUNT', leads: true },
      { field: 'WON_AMT', leads: true },
      { field: 'SELL_AMT', zeroAsEmpty: true },
      { field: 'BUY_AMT', zeroAsEmpty: true },
      'RATE',
      'RATE_UNIT',
      'RATE_DT',
      { field: 'LATE_YN', tone: (row) => (row['LATE_YN'] === 'Y' ? 'warn' : undefined) },
      { field: 'ORIGIN_CD', tone: (row) => (row['ORIGIN_CD'] === 'TYPED' ? 'accent' : 'quiet') },
      'PRICE_CD',
      'VERSION_NO',
      ...editableColumns('VAT_CD', 'REMARK'),
      'CHARGE_DT',
      ...changeColumns,
    ],
  }),
}
