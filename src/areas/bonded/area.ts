import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const bondedArea: Area = {
  name: 'bonded',
  title: label('보세', 'Bonded'),
  menus: [
    menuGroup('bon', label('보세', 'Bonded'), 'bon', [
      ['ArrivalNotice', 'ARN', '수입 도착통지', 'Arrival notices'],
      ['DeliveryOrder', 'DOR', '수입 D/O', 'Delivery orders'],
      ['BondedCargo', 'BCG', '보세화물 예정등록', 'Expected bonded cargo'],
      ['BondedReceipt', 'BRC', '보세입고(반입)', 'Bonded receipt'],
      ['BondedReceiptCancel', 'BRCC', '보세입고취소', 'Cancel bonded receipt'],
      ['BondedUnpack', 'BUP', '보세화물 개장', 'Unpack bonded cargo'],
      ['BondedClearance', 'BCL', '수입통관(수리)', 'Customs clearance'],
      ['BondedInventory', 'BIV', '보세재고', 'Bonded stock'],
      ['BondedShipment', 'BSH', '보세출고(반출)', 'Bonded release'],
      ['BondedShipmentCancel', 'BSHC', '보세출고취소', 'Cancel bonded release'],
      ['BondedPrintConfirm', 'BPC', '반입확인서', 'Bonded receipt confirmation'],
      ['BondedPrintOutboundBill', 'BPOB', '반출증', 'Bonded release note'],
      ['BondedReceiptReport', 'BRR', '반입대장', 'Bonded receipt register'],
      ['BondedShipmentReport', 'BSR', '반출대장', 'Bonded release register'],
      ['BondedAnswer', 'BAN', '세관 진행조회', 'Customs progress'],
      ['BondedCustomsList', 'BCQ', '유니패스 자료조회', 'UNI-PASS lists'],
      ['BondedCorrection', 'BCO', '반출입 정정신청', 'Corrections of reports'],
      ['BondedShed', 'BSD', '보세구역관리', 'Bonded warehouses'],
      ['BondedRule', 'BRL', '보세 기준값관리', 'Bonded rules'],
    ]),
  ],
}
