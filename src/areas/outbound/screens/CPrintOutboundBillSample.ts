import type { PrintScreen } from '#kernel/screen.ts'
import { printOutboundBillScreen } from './PrintOutboundBill.ts'

const { grid } = printOutboundBillScreen

export const cPrintOutboundBillSampleScreen: PrintScreen = {
  ...printOutboundBillScreen,
  route: 'CPrintOutboundBillSample',
  grid: { ...grid, fixed: { ...grid.fixed, SAMPLE_YN: 'Y' } },
}
