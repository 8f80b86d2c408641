import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const bondedArea: Area = {
  name: 'bonded',
  title: label('보세', 'Bonded'),
  menus: [
    menuGroup('bon', label('보세', 'Bonded'), 'bon', [
      ['BondedReceipt', 'BRC', '보세입고(반입)', 'Bonded receipt'],
      ['BondedReceiptCancel', 'BRCC', '보세입고취소', 'Cancel bonded receipt'],
      ['BondedInventory', 'BIV', '보세재고', 'Bonded stock'],
      ['BondedShipment', 'BSH', '보세출고(반출)', 'Bonded release'],
      ['BondedShipmentCancel', 'BSHC', '보세출고취소', 'Cancel bonded release'],
      ['BondedPrintConfirm', 'BPC', '반입확인서', 'Bonded receipt confirmation'],
      ['BondedPrintOutboundBill', 'BPOB', '반출증', 'Bonded release note'],
      ['BondedReceiptReport', 'BRR', '반입대장', 'Bonded receipt register'],
      ['BondedShipmentReport', 'BSR', '반출대장', 'Bonded release register'],
    ]),
  ],
}
