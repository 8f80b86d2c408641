/**
 * More typed texts for `expected-screens.ts`: terms of the trade, initials, reordered words, the
 * wrong keyboard layout, and typing errors.
 */
export const floorQueries = `
보류 → InventoryHold
재고 보류 → InventoryHold
재고조정내역 → InventoryAdjustReport
보류 현황 → InventoryHoldReport
유통기한 → ChangeValidDate
유통기한 임박 → InventoryByValidDate
임박재고 → InventoryByValidDate
장기재고 → ScmLongTerm
재고 나이 → InventoryAging
FEFO → InventoryByValidDate
aging → InventoryAging
빈 로케이션 → EmptyCellReport
공셀 → EmptyCellReport
셀 사용률 → CellUsageReport
가용 → InventoryAvailable
atp → InventoryAvailable
결품 → InventoryShortage
부족 → InventoryShortage
시점 재고 → InventoryAsOf
마감재고 → InventoryAsOf
수불부 → StockMovementReport
수불 → StockMovementReport
재고원장 → InventoryHistory
stock ledger → InventoryHistory
stock card → InventoryHistory
이력 → InventoryHistory
로트추적 → LotTraceReport
traceability → LotTraceReport
리콜 → Recall
출고확정 → Shipping
출고취소 → ShippingCancel
출하취소 → ShippingCancel
출하확정취소 → ShippingCancel
피킹확정 → Picking
피킹지시 → PickingList
피킹지시서 → PickingList
토탈피킹 → PickingListByStock
검수 → ShippedCheck
packing → ShippedCheck
거래명세표 → PrintOutboundBill
납품서 → PrintOutboundBill
라벨 → PrintBarcode
label → PrintBarcode
입고증 → PrintConfirm
입고검수 → ReceivingByOrder
입하 → ReceiptCreate
발주 업로드 → ReceiptUploadExcel
주문서 업로드 → ShipmentUploadExcelByOwner
오더 업로드 → ShipmentUploadExcelByOwner
실사 → Stocktaking
재고실사등록 → Stocktaking
cycle counting → Stocktaking
실사 작업 → StocktakingJobWork
로트 변경 → InventoryTransferLot
품목 변경 → InventoryTransferStock
창고간 이동 → InventoryTransferWarehouse
창고이동 → InventoryTransferWarehouse
마크변경 → InventoryTransferMark
파레트 이동 → PalletMove
팔레트 이동 → PalletMove
pallet → PalletMove
셀이동 → CellMove
보세 → BondedInventory
반입 → BondedReceipt
반출 → BondedShipment
보세출고 → BondedShipment
반출대장 → BondedShipmentReport
bonded stock → BondedInventory
보관료 → StockCBMByMonth
월별 입출고 → InOutReportByMonth
일별 재고 → InvenReportByDay
거래처 → Owner
거래처관리 → MdmCustomerMgt
납품처 → ShipTo
배송지 → ShipTo
매입처 → Supplier
vendor → Supplier
상품 → StockBasic
품목 → StockBasic
대체코드 → StockAltcode
바코드 매핑 → StockAltcode
MOQ → StockMoq
최소주문수량 → StockMoq
입수 → UnitMethod
단위환산 → UnitMethod
도크 → Line
라인 → Line
존 → Zone
구역 → Zone
셀 → Cell
랙 → Cell
bin → Cell
적치방법 → Method
선사 → MdmCarrierMgt
항구 → MdmPortMgt
공항 → MdmPortMgt
컨테이너 → MdmContainerMgt
세관 → MdmCustomsMgt
HS코드 → MdmHsCodeMgt
hs code → MdmHsCodeMgt
통화 → MdmCurrencyMgt
exchange rate → MdmExchangeRateMgt
단가 → MdmPricingMgt
권한 → UserMgr
사용자 권한 → UserMgr
계정 → User
채번 → AutonoRule
번호규칙 → AutonoRule
데이터사전 → DataDic
로그인 → login
에러로그 → CmsErrorLogList
배치 → JobManagement
다국어 → CmsLangMgt
협력사 → ScmPartner
통합 출고 → ShipmentOrderMgtIntegrated
기초자료 → UploadBasicData
ㅂㄹ → InventoryHold
ㅇㅊㄱㅎㅎ → InOutReportByDay
ㅂㅅㅇㄱ → BondedReceipt
ㅅㄱㄹ → Cell
ㅈㄱㄹ → Zone
ㄱㄱㅊㄱㄹ → Supplier
ㅇㄱㅎㅈ → ReceivingByOrder
ㅇㄱㅎㅇㅅ → PrintConfirm
ㄱㅇㅈㄱ → InventoryAvailable
ㅎㅇ → MdmExchangeRateMgt
ㅊㅎㅎㅈㅊㅅ → ShippingCancel
ㅍㅋㅊㅅ → PickingCancel
ㅂㅋㄷㅊㄹ → PrintBarcode
ㅈㄱㅅㅂ → StockMovementReport
ㅇㄹㄹㄱ → CmsErrorLogList
worhqhfb → InventoryHold
dlqrhcnlth → CancelReceiving
cnfgkghkrwjdcnlth → ShippingCancel
qhtpworh → BondedInventory
rkdydworh → InventoryAvailable
fhxmcnwjr → LotTraceReport
qksdlq → BondedReceipt
ghksdbf → MdmExchangeRateMgt
ghkwnrhksfl → Owner
tpfrhksfl → Cell
dlqrhghkrdlstj → PrintConfirm
ㅑㅡㅍ → InventoryMove
ㅔ차 → Picking
ㅐ쭈 → Owner
invbylot → InventoryByLot
bylot → InventoryByLot
bycell → InventoryByCell
shipment upload → ShipmentUploadExcel
receipt upload → ReceiptUploadExcel
hold by lot → InventoryHoldLot
stock by lot → InventoryByLot
stock on hand → InventoryByLot
on hand → InventoryByLot
item master → StockBasic
customer → MdmCustomerMgt
client → Owner
reserve → Alloc
goods issue → Shipping
goods receipt → ReceivingByOrder
good receipt → ReceivingByOrder
inbound order → ReceiptCreate
sales order → ShipmentCreate
outbound order → ShipmentCreate
wave → PickingList
deliverey note → PrintOutboundBill
exchnage rate → MdmExchangeRateMgt
inventroy by lot → InventoryByLot
cancel reciving → CancelReceiving
shiping inspection → ShippedCheck
bonded recept → BondedReceipt
피킹리스드 → PickingList
일괄입거 → BulkReceiving
재고보료 → InventoryHold
출고명새서 → PrintOutboundBill
로트별재거 → InventoryByLot
화주관라 → Owner
유통기한변견 → ChangeValidDate
환율관리 → MdmExchangeRateMgt
이동 재고 → InventoryMove
엑셀 입고 → ReceiptUploadExcel
엑셀 출고 → ShipmentUploadExcel
업로드 화주별 출고 → ShipmentUploadExcelByOwner
취소 할당 → AllocCancel
취소 피킹 → PickingCancel
재고 로트별 → InventoryByLot
로트 보류 → LotHold
putaway → PutAway
메뉴 권한 → MenuByRole
ㄴ차 → ShippedCheck
ㅊㅎㅊㅅ → ShippingCancel
ㅑㅜㅍ두새교ㅠㅛㅣㅐㅅ → InventoryByLot
ㄴ새찻마ㅑㅜㅎ → Stocktaking
미ㅣㅐㅊㅁ샤ㅐㅜ → Alloc
노ㅑㅔㅔㅑㅜㅎ → Shipping
ㅐ줃ㄱ → Owner
규ㅐ → ReceivingByOrder
ㅔㅁ차ㅑㅜㅎ → ShippedCheck
캐ㅜㄷ → Zone
ㅊ디ㅣ → Cell
dlaqkrworh → InventoryByValidDate
rufvna → InventoryShortage
tnqnfqn → StockMovementReport
rjfoaudtptj → InvoiceStatement
qhfb → InventoryHold
ehzm → Line
qkscnf → BondedShipment
vlzldwltl → PickingList
gusworh → InventoryByLot
dnlcldlehd → InventoryMove
rjatn → ShippedCheck
tlftk → Stocktaking
ㅅㅅ → Stocktaking
ㄱㅅ → ShippedCheck
ㅎㅈㄱ → InventoryByLot
ㅇㅊㅇㄷ → InventoryMove
ㄱㄹㅁㅅㅅ → InvoiceStatement
ㅇㅂㅈㄱ → InventoryByValidDate
ㄱㅍ → InventoryShortage
품목별 재고 홀드 → InventoryHoldStock
셀 보류 → CellHold
존별 보류 → InventoryHoldZone
입고예정 엑셀 → ReceiptUploadExcel
고객 출고요청 → CShipmentCreateSingle
고객 재고 → CInventoryByStock
샘플 출고 → ShipmentCreateSample
vts 피킹 → PickingListVTS
pikl 재고 → InvInterfacePikl
월별 품목수불 → StockReportByMonth
실출고 → RealShipmentReport
실입고 → RealReceiptReport
작업자 → WorkerReport
출고요약 → ShipmentSummary
일일 요약 → DailySummary
재고요약 → InventorySummary
현재고 로트 → InventoryByLot
이메일 → SendEmailPopup
첨부 → AttachFilePopup
비밀번호 재설정 → pw-init
사용 신청 → register
내정보 → ChangeMe
마이페이지 → CmsMyPage
국가 → MdmCountryMgt
선박 → MdmVesselMgt
vessels → MdmVesselMgt
currency → MdmCurrencyMgt
ports → MdmPortMgt
운임 → MdmFreightMgt
포장단위 → MdmPackageUnitMgt
상용구 → MdmUsedPhraseMgt
조직 → MdmOrganizationMgt
법인 → MdmCorpMgt
부킹 → CmsMyBooking
홈 → Home
running jobs → ActiveJobList
실행중 → ActiveJobList
barcode labels → PrintBarcode
cancel picking → PickingCancel
cancel shiping → ShippingCancel
transfer lot → InventoryTransferLot
empty cell → EmptyCellReport
stocktaking result → StocktakingResult
put-away methods → Method
item groups → StockGroup
item upload → StockUpload
moq → StockMoq
invoice → Invoice
shortage → InventoryShortage
`
