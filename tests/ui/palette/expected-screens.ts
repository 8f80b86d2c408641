import { floorQueries } from './floor-queries.ts'

/** Typed texts and the expected screen, one line each: `typed → route`. */
const written = `
입고예정등록 → ReceiptCreate
입고예정 → ReceiptCreate
입고예정단건 → ReceiptCreateSingle
입고 엑셀 → ReceiptUploadExcel
화주별 입고 엑셀 → ReceiptUploadExcelByOwner
오더별 입고 → ReceivingByOrder
입고확정 → ReceivingByOrder
일괄입고 → BulkReceiving
입고취소 → CancelReceiving
입고확인서 → PrintConfirm
바코드생성 → GenerateBarcode
출고등록 → ShipmentCreate
출고단건등록 → ShipmentCreateSingle
출고 엑셀업로드 → ShipmentUploadExcel
화주별 출고 → ShipmentUploadExcelByOwner
할당 → Alloc
할당취소 → AllocCancel
피킹리스트 → PickingList
품목별 피킹 → PickingListByStock
피킹 → Picking
피킹취소 → PickingCancel
출하검수 → ShippedCheck
출하확정 → Shipping
출고매칭 → ShipmentMatching
출고명세서 → PrintOutboundBill
바코드출력 → PrintBarcode
재고이동 → InventoryMove
재고 이동 → InventoryMove
셀별 재고이동 → InventoryMoveCell
셀 이동 → CellMove
박스이동 → BoxMove
파렛트 이동 → PalletMove
재고보류 → InventoryHold
재고조정 → InventoryAdjust
로트변경 → InventoryTransferLot
창고변경 → InventoryTransferWarehouse
재고실사 → Stocktaking
금일 실사 → StocktakingToday
실사결과 → StocktakingResult
보세입고 → BondedReceipt
보세재고 → BondedInventory
반출증 → BondedPrintOutboundBill
반입대장 → BondedReceiptReport
로트별 재고 → InventoryByLot
품목별 재고 → InventoryByStock
유통기한별 재고 → InventoryByValidDate
셀별 재고 → InventoryByCell
가용재고 → InventoryAvailable
빈 셀 → EmptyCellReport
로트 추적 → LotTraceReport
재고수불 → StockMovementReport
입고현황 → ReceiptReport
출고현황 → ShipmentReport
화주관리 → Owner
화주 → Owner
공급처 → Supplier
배송처 → ShipTo
품목관리 → StockBasic
품목 엑셀 → StockUpload
유통기한 변경 → ChangeValidDate
존관리 → Zone
셀관리 → Cell
재고이력 → InventoryHistory
환율 → MdmExchangeRateMgt
공통코드 → CommonCode
사용자관리 → User
로그인 이력 → CmsSecurityLog
접속기록 → CmsSecurityLog
로그인 → CmsLoginRule
오류 로그 → CmsErrorLogList
ㅇㄱㅇㅈㄷㄹ → ReceiptCreate
ㅇㄱㅊㅅ → CancelReceiving
ㅇㄱㅇㄱ → BulkReceiving
ㅊㄱㄷㄹ → ShipmentCreate
ㅎㄷ → Alloc
ㅎㄷㅊㅅ → AllocCancel
ㅍㅋㄹㅅㅌ → PickingList
ㅍㅋ → Picking
ㅊㅎㄱㅅ → ShippedCheck
ㅊㅎㅎㅈ → Shipping
ㅊㄱㅁㅅㅅ → PrintOutboundBill
ㅊㄱㅁㅊ → ShipmentMatching
ㅈㄱㅇㄷ → InventoryMove
ㅈㄱㅂㄹ → InventoryHold
ㅈㄱㅈㅈ → InventoryAdjust
ㅈㄱㅅㅅ → Stocktaking
ㅈㄱㅇㄹ → InventoryHistory
ㅅㅅㄱㄱ → StocktakingResult
ㄹㅌㅂ ㅈㄱ → InventoryByLot
ㅇㅌㄱㅎ → ChangeValidDate
ㅂㅅㅈㄱ → BondedInventory
ㄹㅌㅊㅈ → LotTraceReport
ㅎㅈㄱㄹ → Owner
ㅂㅅㅊㄱㄹ → ShipTo
ㅍㅁㄱㄹ → StockBasic
ㄱㅌㅋㄷ → CommonCode
ㅅㅇㅈㄱㄹ → User
재고ㅈㅈ → InventoryAdjust
입고확ㅈ → ReceivingByOrder
할다 → Alloc
피키 → Picking
잭 → InventoryMove
출핳 → Shipping
dlqrhdPwjd → ReceiptCreate
dlfrhkfdlqrh → BulkReceiving
cnfrhemdfhr → ShipmentCreate
gkfekd → Alloc
vlzld → Picking
vlzldfltmxm → PickingList
cnfgkrjatn → ShippedCheck
cnfgkghkrwjd → Shipping
worhdlehd → InventoryMove
worhwhwjd → InventoryAdjust
worhtlftk → Stocktaking
worhdlfur → InventoryHistory
fhxmquf worh → InventoryByLot
ghkwn → Owner
vnaahrrhksfl → StockBasic
rhdrmqcj → Supplier
qothdcj → ShipTo
dbxhdrlgks qusrud → ChangeValidDate
WORHDLEHD → InventoryMove
ㅁㅣㅣㅐㅊ → Alloc
ㅔㅑ차ㅑㅜㅎ → Picking
ㅑㅣㅅ → InventoryByLot
ㄱㅊㄱ → ReceiptCreate
rcr → ReceiptCreate
RCR → ReceiptCreate
rcs → ReceiptCreateSingle
rueo → ReceiptUploadExcelByOwner
rbo → ReceivingByOrder
brv → BulkReceiving
scr → ShipmentCreate
sueo → ShipmentUploadExcelByOwner
alc → Alloc
pkl → PickingList
pck → Picking
sck → ShippedCheck
shp → Shipping
pob → PrintOutboundBill
imv → InventoryMove
iadj → InventoryAdjust
stk → Stocktaking
ilt → InventoryByLot
icl → InventoryByCell
ihs → InventoryHistory
sbs → StockBasic
ccd → CommonCode
ReceiptCreate → ReceiptCreate
InventoryByLot → InventoryByLot
inventorymove → InventoryMove
expected receipts → ReceiptCreate
receiving by order → ReceivingByOrder
bulk receiving → BulkReceiving
allocation → Alloc
alloc → Alloc
cancel allocation → AllocCancel
picking list → PickingList
picking → Picking
shipping inspection → ShippedCheck
delivery note → PrintOutboundBill
stock move → InventoryMove
stock hold → InventoryHold
stock adjustment → InventoryAdjust
stocktaking → Stocktaking
inventory by lot → InventoryByLot
expiry → ChangeValidDate
inventory history → InventoryHistory
lot trace → LotTraceReport
owners → Owner
ship-to → ShipTo
items → StockBasic
exchange rates → MdmExchangeRateMgt
error log → CmsErrorLogList
ASN → ReceiptCreate
GRN → ReceivingByOrder
적치 → PutAway
출고지시 → ShipmentCreate
재고할당 → Alloc
집품 → Picking
패킹 → ShippedCheck
dispatch → Shipping
거래명세서 → InvoiceStatement
면장 → BondedClearance
수입신고필증 → BondedClearance
인보이스 → Invoice
현재고 → InventoryByLot
재고조회 → InventoryByLot
위치이동 → InventoryMove
재고조사 → Stocktaking
cycle count → Stocktaking
SKU → StockBasic
로케이션 → Cell
입고에정등록 → ReceiptCreate
출고동록 → ShipmentCreate
재고이둥 → InventoryMove
자고조정 → InventoryAdjust
피킨리스트 → PickingList
출하겁수 → ShippedCheck
공통토드 → CommonCode
pickign → Picking
recieving by order → ReceivingByOrder
allocaton → Alloc
stoktaking → Stocktaking
adjustmnet → InventoryAdjust
입예등 → ReceiptCreate
출명세 → PrintOutboundBill
invmov → InventoryMove
`

export const expectedScreens: readonly (readonly [typed: string, route: string])[] = (
  written + floorQueries
)
  .split('\n')
  .flatMap((line) => {
    const [typed = '', route = ''] = line.split('→').map((part) => part.trim())
    return typed !== '' && route !== '' ? [[typed, route] as const] : []
  })
