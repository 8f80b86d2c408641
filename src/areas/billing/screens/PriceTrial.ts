import { grid, type ListScreen } from '#kernel/screen.ts'
import { priceTrial } from '../operations/trials.ts'
import { differenceTone } from '../rules/billing-tone.ts'

export const priceTrialScreen: ListScreen = {
  kind: 'list',
  route: 'PriceTrial',
  search: ['*OWNER_CD', '*BILL_MONTH'],
  grid: grid({
    source: priceTrial,
    columns: [
      { field: 'CHARGE_CD', frozen: true },
      'CURRENCY_CD',
      'BILLED_QTY',
      'BILLED_AMT',
      'TRIED_QTY',
      'TRIED_AMT',
      { field: 'DIFF_AMT', tone: differenceTone },
      { field: 'FAULT_COUNT', zeroAsEmpty: true },
      'OWNER_CD',
      'BILL_MONTH',
    ],
  }),
}
