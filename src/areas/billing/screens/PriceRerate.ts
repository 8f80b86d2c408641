import { grid, type WorkScreen } from '#kernel/screen.ts'
import { postRerate, rerateDiffs } from '../operations/trials.ts'
import { differenceTone } from '../rules/billing-tone.ts'

export const priceRerateScreen: WorkScreen = {
  kind: 'work',
  route: 'PriceRerate',
  search: ['OWNER_CD', 'BILL_MONTH', 'CHARGE_CD', 'PRICE_CD'],
  act: postRerate,
  grid: grid({
    source: rerateDiffs,
    columns: [
      { field: 'BILL_MONTH', frozen: true },
      { field: 'OWNER_CD', frozen: true },
      'OWNER_NM',
      'CHARGE_CD',
      'PRICE_CD',
      'VERSION_NO',
      'CHARGE_COUNT',
      'CURRENCY_CD',
      'BILLED_AMT',
      'TRIED_AMT',
      { field: 'DIFF_AMT', tone: differenceTone },
    ],
  }),
}
