import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const masterArea: Area = {
  name: 'master',
  title: label('기준정보', 'Master data'),
  menus: [
    menuGroup('mst', label('기준정보', 'Master data'), 'mst', [
      ['Owner', 'OWN', '화주관리', 'Owners'],
      ['Supplier', 'SUP', '공급처관리', 'Suppliers'],
      ['ShipTo', 'STO', '배송처관리', 'Ship-to places'],
      ['StockBasic', 'SBS', '품목관리', 'Items'],
      ['StockGroup', 'SGR', '품목그룹관리', 'Item groups'],
      ['StockAltcode', 'SAC', '품목 대체코드', 'Item alternative codes'],
      ['StockMoq', 'MOQ', '품목 MOQ', 'Item minimum order quantities'],
      ['StockUpload', 'SUL', '품목 엑셀업로드', 'Item upload'],
      ['UnitMethod', 'UMTD', '단위환산', 'Unit conversions'],
      ['Zone', 'ZONE', '존관리', 'Zones'],
      ['Cell', 'CELL', '셀관리', 'Cells'],
      ['Line', 'LINE', '라인관리', 'Docks and lanes'],
      ['Method', 'MTD', '적치·피킹방법', 'Put-away and pick methods'],
      ['PickFace', 'PKFC', '피킹면', 'Pick faces'],
      ['StorageClass', 'STCL', '위험물 혼재금지', 'Hazard separation'],
      ['CSupplier', 'CSUP', '고객 공급처관리', 'Customer suppliers'],
      ['CShipTo', 'CSTO', '고객 배송처관리', 'Customer ship-to places'],
      ['CShipToSample', 'CSTOS', '고객 샘플 배송처관리', 'Customer sample ship-to places'],
    ]),
  ],
  popups: [
    menuGroup('mst-pop', label('기준정보 팝업', 'Master data popups'), 'pop', [
      ['AddShipToPopup', 'PAST', '배송처 추가', 'Add ship-to place'],
      ['AddShipToSamplePopup', 'PASTS', '샘플 배송처 추가', 'Add sample ship-to place'],
      ['AddStockSamplePopup', 'PASKS', '샘플 품목 추가', 'Add sample item'],
    ]),
  ],
}
