import { isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { charges, writeCharges } from '../operations/charges.ts'

const editableUntilSaved = <N extends string>(field: N) => ({ field, editable: isUnsavedRow })

/** Manual charges can only be added. A wrong one is cancelled and entered again. */
export const chargeEntryScreen: MasterScreen = {
  kind: 'master',
  route: 'ChargeEntry',
  search: ['BILL_MONTH', 'OWNER_CD', 'CHARGE_CD', 'SERVICE_DT', 'REASON'],
  searchAtOpen: true,
  save: writeCharges,
  rowsKept: true,
  grid: grid({
    source: charges,
    fixed: { CAUSE_CD: 'HAND' },
    columns: [
      { field: 'CHARGE_NO', frozen: true },
      { field: 'OWNER_CD', editable: isUnsavedRow, identifies: true },
      'OWNER_NM',
      { field: 'CHARGE_CD', editable: isUnsavedRow, default: 'EXTRA' },
      { field: 'SERVICE_DT', editable: isUnsavedRow, default: 'today' },
      { field: 'QTY', editable: isUnsavedRow, required: true, default: 1, min: 0 },
      { field: 'UNIT_CD', editable: isUnsavedRow, required: true, default: 'DOC' },
      {
        field: 'UNIT_PRICE',
        editable: isUnsavedRow,
        required: true,
        default: null,
        min: -999_999_999,
      },
      { field: 'VAT_CD', editable: isUnsavedRow, required: true, default: 'TAX' },
      editableUntilSaved('CURRENCY_CD'),
      editableUntilSaved('PAPER_NO'),
      { field: 'REASON', editable: isUnsavedRow, required: true },
      {
        field: 'AMOUNT',
        leads: true,
        tone: (row) => (Number(row['AMOUNT'] ?? 0) < 0 ? 'stop' : undefined),
      },
      'TAX_AMT',
      'BILL_MONTH',
      'OF_MONTH',
      'INVOICE_NO',
      'REVERSES_NO',
      'DOC_NO',
      'CREATED_BY',
      'CREATED_AT',
    ],
  }),
}
