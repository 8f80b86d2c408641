import type { ScreenFiles } from '#kernel/screen.ts'

export const supplyChainScreens: ScreenFiles = {
  ReceiptOrderMgt: () => import('./ReceiptOrderMgt.ts'),
  ShipmentOrderMgtIntegrated: () => import('./ShipmentOrderMgtIntegrated.ts'),
  ShipmentOrderMgtBranch: () => import('./ShipmentOrderMgtBranch.ts'),
  ShipmentOrderMgtPartner: () => import('./ShipmentOrderMgtPartner.ts'),
  ShipmentOrderMgtVatech: () => import('./ShipmentOrderMgtVatech.ts'),
  ScmChangeIndate: () => import('./ScmChangeIndate.ts'),
  ScmChangeOutdate: () => import('./ScmChangeOutdate.ts'),
  ScmLongTerm: () => import('./ScmLongTerm.ts'),
  SummaryBox: () => import('./SummaryBox.ts'),
  SummarySerial: () => import('./SummarySerial.ts'),
  ScmVatech: () => import('./ScmVatech.ts'),
  UploadBasicData: () => import('./UploadBasicData.ts'),
  ScmPartner: () => import('./ScmPartner.ts'),
}
