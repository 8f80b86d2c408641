/**
 * Words of the trade and of the floor that stand in no title. They are searched like titles, a
 * little lower, so that `반입`, `GRN` or `위치이동` find the screen a newcomer means.
 */
export const screenSynonyms: Readonly<Record<string, readonly string[]>> = {
  ReceiptCreate: ['ASN', '입고등록', '입고예정', '입하', 'inbound order'],
  ReceivingByOrder: ['GRN', '입고확정', '입고검수', 'putaway', '적치'],
  BulkReceiving: ['일괄 입고확정', 'bulk receipt'],
  ShipmentCreate: ['출고오더', '출고지시', '주문등록', 'outbound order', 'sales order'],
  ShipmentUploadExcelByOwner: ['발주서 업로드', '주문서 업로드', '오더 업로드', 'order sheet'],
  Alloc: ['재고할당', 'allocation', 'reserve'],
  PickingList: ['피킹지시서', 'pick list'],
  Picking: ['집품', '피킹확정', 'pick'],
  ShippedCheck: ['검수', '패킹', 'packing', 'inspection'],
  Shipping: ['출고확정', 'dispatch', 'goods issue'],
  PrintOutboundBill: ['거래명세서', '납품서', 'delivery note', 'packing slip'],
  InventoryByLot: ['현재고', '재고조회', '재고현황', 'stock on hand', 'lot'],
  InventoryByCell: ['로케이션별 재고', 'location'],
  InventoryMove: ['위치이동', '로케이션 이동', 'relocation', 'transfer'],
  InventoryHistory: ['수불', '재고원장', 'ledger', 'stock card'],
  Stocktaking: ['재고조사', '실사', 'cycle count', 'inventory count'],
  StockBasic: ['SKU', '상품', '제품', '자재', 'product'],
  Owner: ['거래처', '고객사', 'client', 'customer'],
  Supplier: ['매입처', '납품처', 'vendor'],
  ShipTo: ['납품처', '수하인', '배송지', 'consignee', 'store'],
  Cell: ['로케이션', '랙', 'bin', 'location'],
  Zone: ['구역', 'area'],
  User: ['계정', 'account'],
}
