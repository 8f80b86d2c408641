import { changeColumns, isNew } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { exchangeRates } from '../operations/masters.ts'

const typedOnce = <N extends string>(field: N) => ({ field, editable: isNew })

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
      { field: 'RATE_DT', editable: isNew, default: 'today' },
      typedOnce('KIND_CD'),
      typedOnce('CURRENCY_CD'),
      typedOnce('RATE'),
      typedOnce('RATE_UNIT'),
      'REV_NO',
      typedOnce('REMARK'),
      ...changeColumns,
    ],
  }),
}
