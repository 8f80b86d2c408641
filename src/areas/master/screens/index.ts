import type { ScreenFiles } from '#kernel/screen.ts'

export const masterScreens: ScreenFiles = {
  CShipToSample: () => import('./CShipToSample.ts'),
  CShipTo: () => import('./CShipTo.ts'),
  CSupplier: () => import('./CSupplier.ts'),
  StockMoq: () => import('./StockMoq.ts'),
  StockAltcode: () => import('./StockAltcode.ts'),
  UnitMethod: () => import('./UnitMethod.ts'),
  StockGroup: () => import('./StockGroup.ts'),
  Line: () => import('./Line.ts'),
  Method: () => import('./Method.ts'),
  Owner: () => import('./Owner.ts'),
  Supplier: () => import('./Supplier.ts'),
  ShipTo: () => import('./ShipTo.ts'),
  Zone: () => import('./Zone.ts'),
  Cell: () => import('./Cell.ts'),
  StockBasic: () => import('./StockBasic.ts'),
  PickFace: () => import('./PickFace.ts'),
  StorageClass: () => import('./StorageClass.ts'),
  StockUpload: () => import('./StockUpload.ts'),
}
