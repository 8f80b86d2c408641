/**
 * Texts that strangers typed for a given screen: clerks, forwarders, and users of AS/400, SAP and
 * English systems. Written from the screen names before the results were inspected, and unchanged
 * since. Pairs are `typed → route`.
 */
const written = `
# clerks of the floor
입고예정 → ReceiptCreate ; 예정 한건 → ReceiptCreateSingle ; 입고 엑셀 올리기 → ReceiptUploadExcel
입고 잡기 → ReceivingByOrder ; 입고확정 → ReceivingByOrder ; 한번에 입고 → BulkReceiving
입고 잘못함 → CancelReceiving ; 입고 되돌리기 → CancelReceiving ; 입고증 출력 → PrintConfirm
바코드 찍기 → PrintBarcode ; 라벨 뽑기 → PrintBarcode ; 출고 넣기 → ShipmentCreate
출고오더 등록 → ShipmentCreate ; 출고 한건 → ShipmentCreateSingle ; 출고 엑셀 → ShipmentUploadExcel
재고 할당 → Alloc ; 할당 풀기 → AllocCancel ; 피킹지 → PickingList ; 피킹지시서 → PickingList
토탈피킹 → PickingListByStock ; 집품 → Picking ; 피킹 취소 → PickingCancel
검수 → ShippedCheck ; 출고검수 → ShippedCheck ; 출고확정 → Shipping ; 상차 → Shipping
출고 취소 → ShippingCancel ; 출하 되돌리기 → ShippingCancel ; 시리얼 매칭 → ShipmentMatching
거래명세서 → InvoiceStatement ; 송장 → PrintOutboundBill
# stock
재고 옮기기 → InventoryMove ; 로케이션 이동 → CellMove ; 빠레트 이동 → PalletMove
팔레트 옮기기 → PalletMove ; 박스 옮김 → BoxMove ; 전체 이동 → InventoryMoveAll
재고 묶기 → InventoryHold ; 출고금지 → InventoryHold ; 로트 홀드 → InventoryHoldLot
셀 잠금 → CellHold ; 존 막기 → ZoneHold ; 재고 맞추기 → InventoryAdjust
수량조정 → InventoryAdjust ; 재고 조정 내역 → InventoryAdjustReport
창고간 이동 → InventoryTransferWarehouse ; 로트번호 변경 → InventoryTransferLot
품번 변경 → InventoryTransferStock ; 재고조사 → Stocktaking ; 실사 등록 → Stocktaking
오늘 실사 → StocktakingToday ; 실사 결과 → StocktakingResult ; 실사 하기 → StocktakingJobWork
실사목록 → StocktakingJobList
# reports asked for in a hurry
재고조회 → InventoryByStock ; 현재고 → InventoryByStock ; 로트재고 → InventoryByLot
위치별 재고 → InventoryByCell ; 유통기한 임박 → InventoryByValidDate ; 소비기한 → InventoryByValidDate
화주 재고 → InventoryByOwner ; 출고가능 재고 → InventoryAvailable ; 부족재고 → InventoryShortage
홀드재고 → InventoryHoldReport ; 빈자리 → EmptyCellReport ; 빈 로케이션 → EmptyCellReport
수불부 → StockMovementReport ; 로트 이력 → LotTraceReport ; 과거 재고 → InventoryAsOf
장기 재고 → ScmLongTerm ; 입고 현황 → ReceiptReport ; 거래처별 입고 → ReceiptReportBySupplier
납품처별 출고 → ShipmentReportByShipTo ; 작업자 실적 → WorkerReport ; 일일 요약 → DailySummary
월마감 → BillMonth ; 월별 입출고 → InOutReportByMonth ; 입고 그래프 → WReceiptReport
출고 차트 → WShipmentReport ; 결품 → InventoryShortage
# forwarders and the bonded side
반입 → BondedReceipt ; 반출 → BondedShipment ; 보세 반출 취소 → BondedShipmentCancel
반출입대장 → BondedReceiptReport ; 장치장 재고 → BondedInventory ; 반입확인 → BondedPrintConfirm
선사 → MdmCarrierMgt ; 모선 → MdmVesselMgt ; 컨테이너 규격 → MdmContainerMgt
포트코드 → MdmPortMgt ; 환율 → MdmExchangeRateMgt ; 통화코드 → MdmCurrencyMgt
세번 → MdmHsCodeMgt ; 관세청 → MdmCustomsMgt ; 운임 → MdmFreightMgt ; 부킹 → CmsMyBooking
스케줄 조회 선사 → CmsCarrierSiteMgt ; 국가코드 → MdmCountryMgt ; 거래처 → MdmCustomerMgt
요율 → MdmPricingMgt ; 포장 → PackingInterfacePikl
# AS/400 and SAP
품목마스터 → StockBasic ; 자재마스터 → StockBasic ; MM03 → StockBasic ; 거래처마스터 → MdmCustomerMgt
MIGO → ReceivingByOrder ; GR → ReceivingByOrder ; goods receipt → ReceivingByOrder
goods issue → Shipping ; MB52 → InventoryByStock ; stock overview → InventoryByStock
transfer posting → InventoryMove ; bin to bin → CellMove ; storage bin → Cell
cycle count → Stocktaking ; 코드마스터 → CommonCode ; 채번 → AutonoRule ; 사용자 마스터 → User
권한 → UserMgr ; WRKACTJOB → ActiveJobList ; 배치잡 → JobManagement
# English
owner list → Owner ; vendors → Supplier ; consignee → ShipTo ; receive goods → ReceivingByOrder
asn → ReceiptCreate ; put away → Method ; pick list → PickingList ; release allocation → AllocCancel
ship confirm → Shipping ; undo shipment → ShippingCancel ; packing slip → PrintOutboundBill
block stock → InventoryHold ; adjust qty → InventoryAdjust ; expiry → InventoryByValidDate
aging → InventoryAging ; empty locations → EmptyCellReport ; sku master → StockBasic
zones → Zone ; dock → Line ; exchange rate → MdmExchangeRateMgt ; vessels → MdmVesselMgt
hs code → MdmHsCodeMgt ; error log → CmsErrorLogList ; barcodes alt → StockAltcode
uom → UnitMethod ; my account → ChangeMe
# in haste, one slip or the other layout
입고취ㅅ → CancelReceiving ; 피킹리스드 → PickingList ; 출하확졍 → Shipping ; 재고이둥 → InventoryMove
wnrhwhghl → InventoryByStock ; tlftkrufrhk → StocktakingResult ; cnfgkrjatn → ShippedCheck
alloction → Alloc ; shippment → ShipmentCreate ; 유통기한변경 → ChangeValidDate
`

export const newcomerQueries: readonly (readonly [typed: string, route: string])[] = written
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => line.split(';'))
  .map((pair) => pair.split('→').map((part) => part.trim()))
  .flatMap(([typed, route]) => (typed && route ? [[typed, route] as const] : []))
