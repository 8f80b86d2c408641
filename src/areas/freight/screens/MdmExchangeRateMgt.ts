import { changeColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { exchangeRates } from '../operations/masters.ts'

const editableUntilSaved = <N extends string>(field: N) => ({ field, editable: isUnsavedRow })

/** Rates can only be added, not changed. */
export const mdmExchangeRateMgtScreen: MasterScreen = {
  kind: 'master',
  route: 'MdmExchangeRateMgt',
  search: ['KIND_CD', 'CURRENCY_CD', 'RATE_DT'],
  searchAtOpen: true,
  save: exchangeRates.save,
  rowsKept: true,
  grid: grid({
    source: exchangeRates.query,
    columns: [
      { field: 'RATE_DT', editable: isUnsavedRow, default: 'today' },
      editableUntilSaved('KIND_CD'),
      editableUntilSaved('CURRENCY_CD'),
      editableUntilSaved('RATE'),
      editableUntilSaved('RATE_UNIT'),
      'REV_NO',
      editableUntilSaved('REMARK'),
      ...changeColumns,
    ],
  }),
}
