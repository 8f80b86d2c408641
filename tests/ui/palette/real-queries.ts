/**
 * Texts that eight people typed for a given screen. Written from the screen names only, before the
 * ranking was inspected. Pairs are `typed → route`.
 */
const tuningTexts = `
# inbound: initials and beginnings
ㅇㄱㅇㅈㄷㄹ → ReceiptCreate ; ㅇㄱㅇㅈㄷㄱ → ReceiptCreateSingle ; ㅇㄱ ㅇㅅ → ReceiptUploadExcel
ㅎㅈㅂ ㅇㄱ ㅇㅅ → ReceiptUploadExcelByOwner ; ㅇㄷㅂㅇㄱㅎㅈ → ReceivingByOrder ; ㅇㄱㅇㄱ → BulkReceiving
ㅇㄱㅊㅅ → CancelReceiving ; ㅇㄱㅎㅇㅅ → PrintConfirm ; ㅂㅋㄷㅅㅅ → GenerateBarcode
ㅂㅋㄷ ㅅㅅ ㅇㄹ → GenerateBarcodeHistory ; ㄱㄱ ㅇㄱㅇㅊ → CReceiptCreateSingle
ㄱㄱㅇㄱㅇㅊㄱㄹ → CReceiptManagement ; ㅅㅍㅇㄱㅇㅈㄷㄹ → ReceiptCreateSample
ㅂㅅㅇㄱㅊㅅ → BondedReceiptCancel ; ㅂㅇㄷㅈ → BondedReceiptReport ; ㅂㅇㅎㅇㅅ → BondedPrintConfirm
ㅅㅇㄱㄴㅇ → RealReceiptReport ; ㅇㄱㅎㅎ → ReceiptReport ; ㅇㄱㅎㅎ ㅊㅌ → WReceiptReport
ㄱㄱㅊㅂ ㅇㄱㅎㅎ → ReceiptReportBySupplier ; 입고예정ㄷ → ReceiptCreate ; 입고예정다 → ReceiptCreateSingle
입고 에 → ReceiptUploadExcel ; 입고엑세 → ReceiptUploadExcel ; 오더별 입 → ReceivingByOrder
일괄이 → BulkReceiving ; 일괄ㅇㄱ → BulkReceiving ; 입고취 → CancelReceiving ; 입고확이 → PrintConfirm
바코드새 → GenerateBarcode ; 입ㄱ취소 → CancelReceiving ; 예정등록 → ReceiptCreate
일괄 입고 → BulkReceiving ; 입고 확인서 → PrintConfirm ; 엑셀 입고 → ReceiptUploadExcel
취소 입고 → CancelReceiving ; 등록 입고예정 → ReceiptCreate ; 이력 바코드생성 → GenerateBarcodeHistory
입하취소 → CancelReceiving ; 일괄입하 → BulkReceiving ; 대량입고 → BulkReceiving ; 입고확인증 → PrintConfirm
바코드 만들기 → GenerateBarcode
# outbound, in a hurry: the wrong layout
cnfrhemdfhr → ShipmentCreate ; cnfrheksrjsemdfhr → ShipmentCreateSingle
cnfrhdprtpf → ShipmentUploadExcel ; gkfekd → Alloc ; gkfekdcnlth → AllocCancel
vlzld → Picking ; vlzldfltmxm → PickingList ; vlzldcnlth → PickingCancel
cnfgkrjatn → ShippedCheck ; cnfgkghkrwjd → Shipping ; cnfgkghkrwjdcnlth → ShippingCancel
cnfrhaocld → ShipmentMatching ; cnfrhaudtptj → PrintOutboundBill
qkzhemcnffur → PrintBarcode ; ghkwnqufcnfrh → ShipmentUploadExcelByOwner
vnaahrqufvlzld → PickingListByStock ; rhrorcnfrhdycjd → CShipmentCreateSingle
cnfrhgusghkd → ShipmentReport ; qothdcjquf → ShipmentReportByShipTo
tlfcnfrhsodur → RealShipmentReport ; rkdydworh → InventoryAvailable
worhqnwhr → InventoryShortage ; qlstpf → EmptyCellReport ; fhxmcnwjr → LotTraceReport
worhwhwjd → InventoryAdjust ; worhdlehd → InventoryMove ; qhtpworh → BondedInventory
qkscnfwmd → BondedPrintOutboundBill ; tkdydwkrhksfl → User ; rhdxhdzhem → CommonCode
ghksdbf → MdmExchangeRateMgt ; eksrk → MdmPricingMgt ; tpfrhksfl → Cell ; whsrhksfl → Zone
cref → ShipmentCreate ; cgrt → ShippedCheck ; wrww → InventoryAdjust ; vzct → PickingCancel
gkfek → Alloc ; cnfgkrj → ShippedCheck ; vlzldfl → PickingList ; worh dlehd → InventoryMove
fhxmquf worh → InventoryByLot
# office, English, often on the Korean layout
ㅔㅑ차ㅑㅜㅎ → Picking ; 미ㅣㅐㅊㅁ샤ㅐㅜ → Alloc ; ㄴ새차 ㅡㅐㅍㄷ → InventoryMove ; ㅊ디ㅣ ㅡㅐㅍㄷ → CellMove
ㅠㅕㅣㅏ ㄱㄷㅊ댜퍄ㅜㅎ → BulkReceiving ; ㄴ새찻마ㅑㅜㅎ → Stocktaking ; ㅔㅐㄱㅅㄴ → MdmPortMgt
ㅍㄷㄴㄴ딘 → MdmVesselMgt ; 채ㅕㅜㅅ갿ㄴ → MdmCountryMgt ; 쳑ㄱ두챧ㄴ → MdmCurrencyMgt
ㄷㅌ초뭏ㄷ → MdmExchangeRateMgt ; ㅐ줃ㄱㄴ → Owner ; ㅕㄴㄷㄱㄴ → User ; 녀ㅔㅔㅣㅑㄷㄱㄴ → Supplier
ㅣㅐㅅ ㅅㄱㅁㅊㄷ → LotTraceReport ; 드ㅔ쇼 ㅊ디ㅣㄴ → EmptyCellReport ; ㅁ햐ㅜㅎ → InventoryAging
놳ㅁㅎㄷ → InventoryShortage ; 노ㅑㅔㅔㅑㅜㅎ → Shipping ; ㅇ디ㅑㅍㄷ교 ㅜㅐㅅㄷ → PrintOutboundBill
캐ㅜㄷㄴ → Zone ; ㅊㅁㄱ갿ㄱㄴ → MdmCarrierMgt ; ㄷㄱ객 ㅣㅐㅎ → CmsErrorLogList ; ㅡㅛ ㅔㅁㅎㄷ → CmsMyPage
picking → Picking ; alloc → Alloc ; stock move → InventoryMove ; stock adj → InventoryAdjust
bulk rec → BulkReceiving ; cancel receiving → CancelReceiving
receiving cancel → CancelReceiving ; cancel picking → PickingCancel
shipping inspection → ShippedCheck ; inspection report → ShippedCheckReport
delivery note → PrintOutboundBill ; bonded stock → BondedInventory
bonded release note → BondedPrintOutboundBill ; empty cell → EmptyCellReport
cell usage → CellUsageReport ; zone usage → ZoneUsageReport
inventory by lot → InventoryByLot ; lot inventory → InventoryByLot
inventory by cell → InventoryByCell ; expiry date → InventoryByValidDate
held inventory → InventoryHoldReport ; aging → InventoryAging ; lot trace → LotTraceReport
hs codes → MdmHsCodeMgt ; exchange rate → MdmExchangeRateMgt ; running jobs → ActiveJobList
data dictionary → DataDic ; unit conv → UnitMethod ; put-away → PutAway ; docks → Line
work by worker → WorkerReport ; picking list by item → PickingListByStock
count jobs → StocktakingJobList ; counting station → StocktakingJobWork
customer search → MdmCustomerSearch ; long-stored → ScmLongTerm
serial summary → SummarySerial ; box summary → SummaryBox
# codes, abbreviations, names of routes
ilt → InventoryByLot ; rcr → ReceiptCreate ; rue → ReceiptUploadExcel ; alc → Alloc
imv → InventoryMove ; imvc → InventoryMoveCell ; iadj → InventoryAdjust
stkjw → StocktakingJobWork ; pob → PrintOutboundBill ; sck → ShippedCheck ; usr → User
ccd → CommonCode ; MEXR → MdmExchangeRateMgt ; ISH → InventoryShortage ; own → Owner
biv → BondedInventory ; moq → StockMoq ; cmel → CmsErrorLogList
InventoryByLot → InventoryByLot ; inventorybycell → InventoryByCell
ReceiptCreate → ReceiptCreate ; AllocCancel → AllocCancel ; pickinglist → PickingList
stocktakingresult → StocktakingResult ; bulkreceiving → BulkReceiving ; cellmove → CellMove
emptycellreport → EmptyCellReport ; shippedcheck → ShippedCheck ; mdmport → MdmPortMgt
commoncode → CommonCode ; devtest → DevTest ; lottrace → LotTraceReport
wilt → WInventoryByLot ; ㅑㅣㅅ → InventoryByLot ; ㅑㅁ어 → InventoryAdjust ; 및 → Alloc
ㅑㅡㅍ → InventoryMove ; ㅐ주 → Owner ; ㅔㅐㅠ → PrintOutboundBill ; 츠디 → CmsErrorLogList
ㅑㅜㅍ두새교ㅠㅛㅣㅐㅅ → InventoryByLot
# stock: parts of names, other order, mixed with initials
로트 재고 → InventoryByLot ; 재고 로트별 → InventoryByLot ; 재고 셀별 → InventoryByCell
존별재고 → InventoryByZone ; 화주 재고 → InventoryByOwner ; 유통기한 재고 → InventoryByValidDate
유통기한변경 → ChangeValidDate ; 로트이동 → InventoryMoveLot ; 셀별 이동 → InventoryMoveCell
박스이동 → BoxMove ; 파렛트 이동 → PalletMove ; 전체이동 → InventoryMoveAll ; 이동 엑셀 → InventoryMoveExcel
로트변경 → InventoryTransferLot ; 품목변경 → InventoryTransferStock ; 마크변경 → InventoryTransferMark
창고변경 → InventoryTransferWarehouse ; 셀 보류 → CellHold ; 존별보류 → InventoryHoldZone
보류재고 → InventoryHoldReport ; 재고 보류 → InventoryHold ; 실사결과 → StocktakingResult
실사작업 → StocktakingJobWork ; 작업목록 → StocktakingJobList ; 금일실사 → StocktakingToday
당일 변동 → ToDayStocktaking ; 일자별실사 → StocktakingByDay ; 조정내역 → InventoryAdjustReport
경과일수 → InventoryAging ; 시점별 → InventoryAsOf ; 요약 재고 → InventorySummary
빈셀 → EmptyCellReport ; 셀사용률 → CellUsageReport ; 사용률 존 → ZoneUsageReport
로트추적 → LotTraceReport ; 재고수불 → StockMovementReport ; 장기재고 → ScmLongTerm
재고이력 → InventoryHistory ; 재고 ㅇㄷ → InventoryMove ; 재고조ㅈ → InventoryAdjust
ㅈㄱ조정 → InventoryAdjust ; 로트별 ㅈㄱ → InventoryByLot ; ㄹㅌㅂㅈㄱ → InventoryByLot
ㅅㅂㅈㄱ → InventoryByCell ; ㅇㅌㄱㅎㅂㅈㄱ → InventoryByValidDate ; ㅈㅂㅈㄱ → InventoryByZone
ㄱㅇㅈㄱ → InventoryAvailable ; ㅈㄱㅂㅈ → InventoryShortage ; ㄹㅌㅊㅈ → LotTraceReport
ㅈㄱㅂㄹ → InventoryHold ; ㅍㄹㅌㅇㄷ → PalletMove ; ㅂㅅㅇㄷ → BoxMove ; ㅅㅅㄱㄱ → StocktakingResult
ㅈㄱㅅㅅㄷㄹ → Stocktaking ; ㅈㄱㅅㅅ → Stocktaking ; ㅊㄱㅎㅎㅊㅌ → WShipmentReport
# words of the floor
빈 로케이션 → EmptyCellReport ; 빈로케 → EmptyCellReport ; 로케이션 관리 → Cell
로케이션별 재고 → InventoryByCell ; 로케이션 이동 → CellMove ; 상품관리 → StockBasic ; 제품관리 → StockBasic
상품별 재고 → InventoryByStock ; sku별 재고 → InventoryByStock ; lot별 재고 → InventoryByLot
롯트별 재고 → InventoryByLot ; 롯트추적 → LotTraceReport ; 팔레트 이동 → PalletMove
팔레트별 재고 → InventoryByPallet ; 파레트이동 → PalletMove ; 거래명세서 → InvoiceStatement
거래명세표 → PrintOutboundBill ; 납품처 → ShipTo ; 배송지 관리 → ShipTo ; 소비기한별 재고 → InventoryByValidDate
유효기간별 재고 → InventoryByValidDate ; 유효기한 변경 → ChangeValidDate ; 재고홀드 → InventoryHold
홀드재고 → InventoryHoldReport ; 배정 → Alloc ; 배정취소 → AllocCancel ; 집품 → Picking
출하검품 → ShippedCheck ; 검품 → ShippedCheck ; 라벨출력 → PrintBarcode ; 라벨 인쇄 → PrintBarcode
구역관리 → Zone ; 구역별 재고 → InventoryByZone ; 유저관리 → User ; 에러로그 → CmsErrorLogList
공급업체 → Supplier ; 매입처 → Supplier ; 벤더 → Supplier ; 재고조사 → Stocktaking ; 실사등록 → Stocktaking
환율 → MdmExchangeRateMgt ; 부족재고 → InventoryShortage ; 체화재고 → ScmLongTerm
가능재고 → InventoryAvailable ; 엑셀 출고 → ShipmentUploadExcel ; 엑셀 품목 → StockUpload
# a new hand: one slip of a finger
ㅈ개ㅗ이동 → InventoryMove ; 춣가ㅓㅁ수 → ShippedCheck ; 핔이리스트 → PickingList ; 입고ㅗ학인서 → PrintConfirm
핟랑취소 → AllocCancel ; 로트벼 ㄹ재고 → InventoryByLot ; ㅏㅂ코드생성 → GenerateBarcode ; 사욪아관리 → User
보ㅔㅅ재고 → BondedInventory ; 출고몃에서 → PrintOutboundBill ; ㅈ고조정 → InventoryAdjust
추로등록 → ShipmentCreate ; 이고예정등록 → ReceiptCreate ; 일갈입고 → BulkReceiving
유토이한별 재고 → InventoryByValidDate ; ㅍ킹취소 → PickingCancel ; 고읍처관리 → Supplier
출하학정취소 → ShippingCancel ; 혼율관리 → MdmExchangeRateMgt ; 로트ㅜ적 → LotTraceReport
재ㅐ고이동 → InventoryMove ; 출ㄹ하확정 → Shipping ; 입고ㅗ취소 → CancelReceiving ; ㅎ화주관리 → Owner
가요ㅛㅇ재고 → InventoryAvailable ; 배송ㅊ처관리 → ShipTo ; 뎅이터사전 → DataDic ; 쟈고이동 → InventoryMove
출호등록 → ShipmentCreate ; 재로부족 → InventoryShortage ; 대고조정 → InventoryAdjust
제고조정 → InventoryAdjust ; 품멱관리 → StockBasic ; 툴하검수 → ShippedCheck ; 입고곽인서 → PrintConfirm
싱사결과 → StocktakingResult ; 버코드출력 → PrintBarcode ; 제고이동 → InventoryMove
재고조졍 → InventoryAdjust ; 피킹리스드 → PickingList ; 츌고등록 → ShipmentCreate ; 출하검슈 → ShippedCheck
로드별 재고 → InventoryByLot ; 유통기안 변경 → ChangeValidDate ; 엑샐업로드 입고 → ReceiptUploadExcel
재고이둥 → InventoryMove ; 입고최소 → CancelReceiving ; 셀이둥 → CellMove ; 화쥬관리 → Owner
장기제고 → ScmLongTerm
# English with slips, and single words
pickng → Picking ; piking list → PickingList ; alocation → Alloc ; allcoation → Alloc
stcok move → InventoryMove ; stock mvoe → InventoryMove
recieving by order → ReceivingByOrder ; bulk recieving → BulkReceiving
shiping inspection → ShippedCheck ; delivry note → PrintOutboundBill
exchnage rates → MdmExchangeRateMgt ; curencies → MdmCurrencyMgt
inventroy by lot → InventoryByLot ; inventory agin → InventoryAging
stocktakng → Stocktaking ; suppleirs → Supplier ; countires → MdmCountryMgt
vesels → MdmVesselMgt ; empty cels → EmptyCellReport ; lot tracce → LotTraceReport
data dictonary → DataDic ; runing jobs → ActiveJobList ; user permisions → UserMgr
conatiners → MdmContainerMgt ; bonded stcok → BondedInventory ; unit convrsions → UnitMethod
emptty cells → EmptyCellReport ; zone usgae → ZoneUsageReport ; error lgo → CmsErrorLogList
organisations → MdmOrganizationMgt ; cell hodl → CellHold ; picking lits → PickingList
HS코드 → MdmHsCodeMgt ; pikl 포장 → PackingInterfacePikl ; vts 피킹 → PickingListVTS
품목 cbm 일별 → StockCBMByDay ; 월별cbm → StockCBMByMonth ; moq 품목 → StockMoq
고객a 바코드 → PrintBarcodeA ; PIKL 재고 → InvInterfacePikl ; vatech 오더 → ScmVatech
마이페이지 → CmsMyPage ; 나의 부킹 → CmsMyBooking ; ㄴㅇㅂㅋ → CmsMyBooking ; 협력사 → ScmPartner
시리얼 → SummarySerial ; 박스집계 → SummaryBox ; 기초자료 → UploadBasicData ; 대체코드 → StockAltcode
단위환산 → UnitMethod ; ㄷㅇㅎㅅ → UnitMethod ; 라인 → Line ; 세관 → MdmCustomsMgt ; 항구 → MdmPortMgt
공항 → MdmPortMgt ; 항공사 → MdmCarrierMgt ; 선사 → MdmCarrierMgt ; 컨테이너 → MdmContainerMgt
ㅋㅌㅇㄴ → MdmContainerMgt ; 상용구 → MdmUsedPhraseMgt ; 법인 → MdmCorpMgt ; 조직 → MdmOrganizationMgt
거래처조회 → MdmCustomerSearch ; 역할별 메뉴 → MenuByRole ; 역할버튼 → CmsRoleButtonMgt ; 사용자 권한 → UserMgr
오류로그 → CmsErrorLogList ; 다국어 → CmsLangMgt ; 데이터사전 → DataDic ; 작업자별 → WorkerReport
피킹현황 → PickingReport ; 출고요약 → ShipmentSummary ; 월별요약 → MonthlySummary
입고 예정 실적 → ReceiptPlanActual ; 지시 실적 → ShipmentPlanActual ; 출고계획대비실적 → ShipmentPlanActual
배치작업 → JobManagement ; 실행중 → ActiveJobList
`

/** Texts of a ninth person, collected after the ranking was final. Nothing was tuned for them. */
const validationTexts = `
ㅅㅍㅊㄱㄷㄹ → ShipmentCreateSample ; ㅊㄱㄷㄱ → ShipmentCreateSingle
ㅎㅈㅂㅊㄱ → ShipmentUploadExcelByOwner ; ㅇㅈㅂㅅㅅ → StocktakingByDay ; ㄱㅇㅅㅅ → StocktakingToday
ㅊㄱ ㅁㅅㅅ → PrintOutboundBill ; ㅂㅅㅇㄱ → BondedReceipt ; ㅂㅊㄷㅈ → BondedShipmentReport
ㅅㅅㅈㅇ → StocktakingJobWork ; ㅍㅁㄱㄹ → StockBasic ; ㅂㅅㅊㄱㄹ → ShipTo ; ㄱㄹㅊㄱㄹ → MdmCustomerMgt
ㅇㅂㅈㄱㅎㅎ → InvenReportByDay ; ㅇㅂㅍㅁㅅㅂ → StockReportByMonth ; ㅎㅇㄱㄹ → MdmExchangeRateMgt
ㅅㅂㄱㄹ → MdmVesselMgt ; ㅈㄱㄱㄱㅇㅅ → InventoryAging ; ㅂㄹㅈㄱ → InventoryHoldReport
로트별 재ㄱ → InventoryByLot ; 출하화 → Shipping ; 출고매 → ShipmentMatching ; 피킹혀 → PickingReport
공급처별 입 → ReceiptReportBySupplier ; 보세입ㄱ → BondedReceipt ; 환ㅇ → MdmExchangeRateMgt
역할ㅂ → MenuByRole ; 재고부조 → InventoryShortage ; 데이터사 → DataDic ; 상용ㄱ → MdmUsedPhraseMgt
qhtpdlqrhcnlth → BondedReceiptCancel ; dbxhdrlgks qusrud → ChangeValidDate
qkrtmquf worh → InventoryByBox ; wkrdjqwkquf → WorkerReport
worhwhwjdsodur → InventoryAdjustReport ; whs tkdydfbf → ZoneUsageReport
xhdghk → MdmCurrencyMgt ; tprhksrhksfl → MdmCustomsMgt ; tlftkruf → StocktakingResult
drct → CancelReceiving ; gwrf → Owner ; dlqcnfrh dydir dlfquf → DailySummary
apsbrhksfl → Menu ; ㄴ새차 ㅁ어ㅕㄴ스둣 → InventoryAdjust ; ㅔ미ㅣㄷㅅ ㅡㅐㅍㄷ → PalletMove
노ㅑㅔㅡ둣ㄴ ㄱ데ㅐㄱㅅ → ShipmentReport ; 채ㅜㅅ먀ㅜㄷㄱㄴ → MdmContainerMgt ; ㅡ두ㅕㄴ → Menu ; ㅊ디ㅣㄴ → Cell
ㅑㅅ든 → StockBasic ; ㅇㅁㅅㅁ 얓샤ㅐㅜㅁ교 → DataDic ; 총 → CellHold ; ㅠㅑㅍ → BondedInventory
ㅡㅐㅜ쇠ㅛ 녀ㅡㅡㅁ교 → MonthlySummary ; ㅗㄴ 챙ㄷㄴ → MdmHsCodeMgt ; pallet mov → PalletMove
move pallet → PalletMove ; inventory by pallet → InventoryByPallet ; lot hold → LotHold
bonded receipt register → BondedReceiptReport
receipts by supplier → ReceiptReportBySupplier ; cbm by month → StockCBMByMonth
daily summary → DailySummary ; freq phrases → MdmUsedPhraseMgt ; pricing → MdmPricingMgt
company → Corp ; auto number → AutonoRule ; item altern → StockAltcode
ihs → InventoryHistory ; svt → ScmVatech ; cbmd → StockCBMByDay ; jmg → JobManagement
ShipmentMatching → ShipmentMatching ; inventoryaging → InventoryAging
출고 배송처별 → ShipmentReportByShipTo ; 검수 현황 → ShippedCheckReport ; 재고 파렛트 → InventoryByPallet
품목 수불 월별 → StockReportByMonth ; 로트보류관리 → LotHold ; 확정 오더별 → ReceivingByOrder
실입고 → RealReceiptReport ; 입고일 변경 → ScmChangeIndate ; 로트별입고 → ReceiptReportByLot
셀 이용률 → CellUsageReport ; 거래처 검색 → MdmCustomerSearch ; 상품 그룹 → StockGroup
로케이션별 이동 → InventoryMoveCell ; 유통기한별재고 현황 → InventoryByValidDate
파레트별 재고 → InventoryByPallet ; 출하취소 → ShippingCancel ; 바코드 인쇄 → PrintBarcode
환률 → MdmExchangeRateMgt ; 제품그룹 → StockGroup ; 배송처벌 출고 → ShipmentReportByShipTo
세렵ㄹ 재고 → InventoryByCell ; eksdnglhkstks → UnitMethod ; 가ㅛㅇㅇ재고 → InventoryAvailable
화ㅜ관리 → Owner ; 품모그룹관리 → StockGroup ; 추고현황 → ShipmentReport ; 반ㅇ입확인서 → BondedPrintConfirm
하ㅏㄹ당취소 → AllocCancel ; 재ㅐㅗ이력 → InventoryHistory ; 공탕코드 → CommonCode ; 셁사용률 → CellUsageReport
재고이력 → InventoryHistory ; 피깅취소 → PickingCancel ; 품몪관리 → StockBasic
invetnory aging → InventoryAging ; shipment matchng → ShipmentMatching
puting away → Method ; freigth items → MdmFreightMgt ; warehuses → MdmWarehouseMgt
picknig → Picking ; stocktaking reslt → StocktakingResult ; cancle allocation → AllocCancel
`

/**
 * Words of a clerk and an administrator on their first day, who know their tasks but no screen
 * names.
 */
const firstDayTexts = `
새 사용자 → User ; 사용자 추가 → User ; 신규 사용자 → User
권한 부여 → MenuByRole ; 권한 추가 → MenuByRole
권한 없음 → UserMgr ; 수량 정정 → InventoryAdjust ; 수량 수정 → InventoryAdjust ; 재고 정정 → InventoryAdjust
수량 오류 → InventoryAdjust ; 새 품목 → StockBasic ; 새 화주 → Owner ; 새 셀 → Cell ; 신규 품목 → StockBasic
코드 추가 → CommonCode ; 새 코드 → CommonCode ; 입고 정정 → CancelReceiving ; 입고수량 정정 → CancelReceiving
`

type ExpectedTarget = readonly [typed: string, route: string]

function parsePairs(lines: string): readonly ExpectedTarget[] {
  return lines.split(/\n| ; /).flatMap((pair) => {
    const [typed = '', route = ''] = pair.split(' → ')
    return route === '' ? [] : [[typed, route] as const]
  })
}

export const tuningQueries: readonly ExpectedTarget[] = parsePairs(tuningTexts)
export const validationQueries: readonly ExpectedTarget[] = parsePairs(validationTexts)
export const firstDayQueries: readonly ExpectedTarget[] = parsePairs(firstDayTexts)
