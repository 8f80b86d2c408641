import type { ScreenFiles } from '#kernel/screen.ts'

export const bondedScreens: ScreenFiles = {
  ArrivalNotice: () => import('./ArrivalNotice.ts'),
  DeliveryOrder: () => import('./DeliveryOrder.ts'),
  BondedAnswer: () => import('./BondedAnswer.ts'),
  BondedCustomsList: () => import('./BondedCustomsList.ts'),
  BondedCargo: () => import('./BondedCargo.ts'),
  BondedReceipt: () => import('./BondedReceipt.ts'),
  BondedReceiptCancel: () => import('./BondedReceiptCancel.ts'),
  BondedUnpack: () => import('./BondedUnpack.ts'),
  BondedClearance: () => import('./BondedClearance.ts'),
  BondedInventory: () => import('./BondedInventory.ts'),
  BondedShipment: () => import('./BondedShipment.ts'),
  BondedShipmentCancel: () => import('./BondedShipmentCancel.ts'),
  BondedPrintConfirm: () => import('./BondedPrintConfirm.ts'),
  BondedPrintOutboundBill: () => import('./BondedPrintOutboundBill.ts'),
  BondedReceiptReport: () => import('./BondedReceiptReport.ts'),
  BondedShipmentReport: () => import('./BondedShipmentReport.ts'),
  BondedCorrection: () => import('./BondedCorrection.ts'),
  BondedShed: () => import('./BondedShed.ts'),
  BondedRule: () => import('./BondedRule.ts'),
}
