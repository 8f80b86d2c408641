import { expect, test } from 'vitest'
import {
  allEntries,
  defaultMenuTree,
  hiddenEntries,
  menuByAbbr,
  menuByPath,
  menuByRoute,
  menuEntries,
  popupEntries,
} from '#areas/menu-map.ts'
import { areas } from '#areas/order.ts'
import type { MenuGroup } from '#kernel/area.ts'

/** The route table as written down: a route may join the product here, none may leave unnoticed. */
const contract = `
/
/admin/ChangeMe
/bil/InOutReportByDay
/bil/InOutReportByMonth
/bil/InOutReportSearch/DaySearch
/bil/InOutReportSearch/MonthSearch
/bil/InvenReportByDay
/bil/InventoryAdjustReport
/bil/RealReceiptReport
/bil/RealShipmentReport
/bil/RealShipmentReportByStock
/bil/StockCBMByDay
/bil/StockCBMByMonth
/bil/StockReportByDay
/bil/StockReportByMonth
/bon/BondedInventory
/bon/BondedPrintConfirm
/bon/BondedPrintOutboundBill
/bon/BondedReceipt
/bon/BondedReceiptCancel
/bon/BondedReceiptReport
/bon/BondedShipment
/bon/BondedShipmentCancel
/bon/BondedShipmentReport
/cms/comm/CmsCommonCode
/cms/comm/CmsDataDicMgt
/cms/comm/CmsLangMgt
/cms/comm/CmsMenuMgt
/cms/comm/CmsRoleButtonMgt
/cms/comm/CmsRoleMenuMgt
/cms/comm/CmsScreenMgt
/cms/comm/CmsSvcRoleMgt
/cms/comm/CmsUserMgt
/cms/log/CmsErrorLogList
/cms/member/CmsCarrierSiteMgt
/cms/member/CmsMyBooking
/cms/member/CmsMyPage
/cms/popup/CmsCommonPopup
/cms/popup/CmsCorpPopup
/cms/popup/CmsCustomerAbbrPopup
/cms/popup/CmsCustomerPopup
/cms/popup/CmsDocumentPopup
/cms/popup/CmsExchangeRatePopup
/cms/popup/CmsOrganizationPopup
/cms/popup/CmsReportPopup
/cms/popup/CmsSchedulerPopup
/cms/popup/CmsUsedPhrasePopup
/cms/setting/CmsAutonoRuleMgt
/error/NoExistPage
/his/ActiveJobList
/his/InventoryHistory
/his/JobManagement
/inb/BulkReceiving
/inb/CReceiptCreateSingle
/inb/CReceiptCreateSingleSample
/inb/CReceiptManagement
/inb/CReceiptModifySample
/inb/CReceiptModifySampleByOrder
/inb/CancelReceiving
/inb/GenerateBarcode
/inb/GenerateBarcodeHistory
/inb/InterfacePikl
/inb/InterfacePiklHistory
/inb/PrintConfirm
/inb/ReceiptCreate
/inb/ReceiptCreateSample
/inb/ReceiptCreateSingle
/inb/ReceiptCreateSingleSample
/inb/ReceiptModifySampleByOrder
/inb/ReceiptUploadExcel
/inb/ReceiptUploadExcelByOwner
/inb/ReceivingByOrder
/inv/BoxMove
/inv/CStocktakingResult
/inv/CellHold
/inv/CellMove
/inv/InvInterfacePikl
/inv/InventoryAdjust
/inv/InventoryHold
/inv/InventoryHoldCell
/inv/InventoryHoldLot
/inv/InventoryHoldStock
/inv/InventoryHoldZone
/inv/InventoryMove
/inv/InventoryMoveAll
/inv/InventoryMoveCell
/inv/InventoryMoveExcel
/inv/InventoryMoveLot
/inv/InventoryTransferLot
/inv/InventoryTransferMark
/inv/InventoryTransferStock
/inv/InventoryTransferWarehouse
/inv/LotHold
/inv/PalletMove
/inv/StockHold
/inv/Stocktaking
/inv/StocktakingByDay
/inv/StocktakingJobList
/inv/StocktakingJobWork
/inv/StocktakingResult
/inv/StocktakingToday
/inv/ToDayStocktaking
/inv/ZoneHold
/login
/login/id-search
/login/popup
/login/privacy-policy
/login/pw-init
/login/register
/mdm/code/MdmCarrierMgt
/mdm/code/MdmContainerMgt
/mdm/code/MdmCountryMgt
/mdm/code/MdmCurrencyMgt
/mdm/code/MdmCustomsMgt
/mdm/code/MdmExchangeRateMgt
/mdm/code/MdmFreightMgt
/mdm/code/MdmHsCodeMgt
/mdm/code/MdmPackageUnitMgt
/mdm/code/MdmPortMgt
/mdm/code/MdmUsedPhraseMgt
/mdm/code/MdmVesselMgt
/mdm/code/MdmWarehouseMgt
/mdm/customer/MdmCustomerMgt
/mdm/customer/MdmCustomerSearch
/mdm/organization/MdmCorpMgt
/mdm/organization/MdmOrganizationMgt
/mdm/other/MdmPricingMgt
/mdm/popup/mdmCustomerCdPopup
/mst/CShipTo
/mst/CShipToSample
/mst/CSupplier
/mst/Cell
/mst/ChangeValidDate
/mst/Line
/mst/Method
/mst/Owner
/mst/ShipTo
/mst/StockAltcode
/mst/StockBasic
/mst/StockGroup
/mst/StockMoq
/mst/StockUpload
/mst/Supplier
/mst/UnitMethod
/mst/Zone
/out/Alloc
/out/AllocCancel
/out/CPrintOutboundBillSample
/out/CShipmentCreateSingle
/out/CShipmentCreateSingleSample
/out/CShipmentManagement
/out/CShipmentModifySample
/out/OutInterfacePikl
/out/OutInterfacePiklHistory
/out/PackingInterfacePikl
/out/Picking
/out/PickingCancel
/out/PickingList
/out/PickingListByStock
/out/PickingListVTS
/out/PrintBarcode
/out/PrintBarcodeA
/out/PrintBarcodeB
/out/PrintBarcodeC
/out/PrintOutboundBill
/out/ShipmentCreate
/out/ShipmentCreateSample
/out/ShipmentCreateSingle
/out/ShipmentCreateSingleSample
/out/ShipmentMatching
/out/ShipmentModifySample
/out/ShipmentUploadExcel
/out/ShipmentUploadExcelByOwner
/out/ShippedCheck
/out/Shipping
/out/ShippingCancel
/pop/AddShipToPopup
/pop/AddShipToSamplePopup
/pop/AddStockSamplePopup
/pop/AttachFilePopup
/pop/CommonPopup
/pop/InputTextBoxPopup
/pop/InventoryAdjustPopup
/pop/OutAttachFilePopup
/pop/OzReportPopup
/pop/ScmInputPopup
/pop/ScmReceiptPopup
/pop/ScmShipmentPopup
/pop/SendEmailPopup
/pop/StockQtyPopup
/pop/UserRolePopup
/rep/CInOutSummary
/rep/CInventoryByLot
/rep/CInventoryByLotSample
/rep/CInventoryByStock
/rep/CReceiptReport
/rep/CShipmentReport
/rep/CellUsageReport
/rep/DailySummary
/rep/EmptyCellReport
/rep/InventoryAging
/rep/InventoryAsOf
/rep/InventoryAvailable
/rep/InventoryByBox
/rep/InventoryByCell
/rep/InventoryByLot
/rep/InventoryByLotSample
/rep/InventoryByOwner
/rep/InventoryByPallet
/rep/InventoryByStock
/rep/InventoryByStockSample
/rep/InventoryBySupplier
/rep/InventoryByValidDate
/rep/InventoryByZone
/rep/InventoryHoldReport
/rep/InventoryShortage
/rep/InventorySummary
/rep/LotTraceReport
/rep/MonthlySummary
/rep/PickingReport
/rep/ReceiptCancelReport
/rep/ReceiptPlanActual
/rep/ReceiptReport
/rep/ReceiptReportByLot
/rep/ReceiptReportByStock
/rep/ReceiptReportBySupplier
/rep/ReceiptReportSample
/rep/ReceiptSummary
/rep/ShipmentCancelReport
/rep/ShipmentPlanActual
/rep/ShipmentReport
/rep/ShipmentReportByLot
/rep/ShipmentReportByShipTo
/rep/ShipmentReportByStock
/rep/ShipmentReportSample
/rep/ShipmentSummary
/rep/ShippedCheckReport
/rep/StockMovementReport
/rep/WorkerReport
/rep/ZoneUsageReport
/scm/ReceiptOrderMgt
/scm/ScmChangeIndate
/scm/ScmChangeOutdate
/scm/ScmLongTerm
/scm/ScmPartner
/scm/ScmVatech
/scm/ShipmentOrderMgtBranch
/scm/ShipmentOrderMgtIntegrated
/scm/ShipmentOrderMgtPartner
/scm/ShipmentOrderMgtVatech
/scm/SummaryBox
/scm/SummarySerial
/scm/UploadBasicData
/sys/AutonoRule
/sys/CommonCode
/sys/Corp
/sys/DataDic
/sys/DevTest
/sys/Menu
/sys/MenuByRole
/sys/Screen
/sys/User
/sys/UserMgr
/vis/WInventoryByLot
/vis/WInventoryByStock
/vis/WReceiptReport
/vis/WReceiptReportByStock
/vis/WShipmentReport
/vis/WShipmentReportByStock
/vis/WWorkHistory
/z-dev/layout/layout1
/z-dev/layout/layout2
/z-dev/layout/layout3
/z-dev/layout/layout5
/z-dev/layout/layout6
/z-dev/layout/layout7
/z-dev/layout/layout8
/z-dev/template/chart
/z-dev/template/control
/z-dev/template/grid
`
  .trim()
  .split('\n')

const every = (groups: readonly MenuGroup[]): readonly MenuGroup[] =>
  groups.flatMap((group) => [group, ...every(group.groups ?? [])])

/** A group that several areas have routes in stands once in the tree. */
const groups = every([
  ...defaultMenuTree,
  ...areas.flatMap((area) => [...(area.popups ?? []), ...(area.hidden ?? [])]),
])

/** Values that stand more than once. */
function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('every route of the route table is in the menu map, and no other', () => {
  const paths = allEntries.map((entry) => entry.path)
  expect(contract.filter((path) => !paths.includes(path))).toEqual([])
  expect(paths.filter((path) => !contract.includes(path))).toEqual([])
})

test('a menu id names one route or one group, even where letter case is not told apart', () => {
  const ids = [...groups.map((group) => group.id), ...allEntries.map((entry) => entry.route)]
  expect(repeated(ids.map((id) => id.toLowerCase()))).toEqual([])
})

test('a menu id is the last name of its path', () => {
  const odd = allEntries.filter((entry) => entry.path.split('/').at(-1) !== entry.route)
  expect(odd.map((entry) => entry.path)).toEqual(['/'])
})

test('abbreviations are three to five capital letters, and paths and abbreviations are unique', () => {
  const abbrs = allEntries.map((entry) => entry.abbr)
  expect(abbrs.filter((abbr) => !/^[A-Z]{3,5}$/.test(abbr))).toEqual([])
  expect(repeated(abbrs)).toEqual([])
  expect(repeated(allEntries.map((entry) => entry.path))).toEqual([])
})

test('every route and every group has a Korean and an English title', () => {
  const titled = [...groups, ...allEntries.filter((entry) => entry.route !== 'Home')]
  const faulty = titled.filter(({ title }) => !/[가-힣]/.test(title.ko) || !/^[A-Z]/.test(title.en))
  expect(faulty).toEqual([])
  expect(menuByPath('/')?.title).toEqual({ ko: 'Home', en: 'Home' })
})

test('no two routes look the same in the palette or on a tab', () => {
  expect(repeated(allEntries.map((entry) => entry.title.ko))).toEqual([])
  expect(repeated(allEntries.map((entry) => entry.title.en))).toEqual([])
})

test('the menu tree stands in the order the floor works in', () => {
  expect(defaultMenuTree.map((group) => group.title.ko).join(' ')).toBe(
    '입고 출고 재고 보세 정산 보고서 시각화 공급망 기준정보 이력 국제물류 시스템 공통관리',
  )
})

test('popups, samples, log-in and error pages are routes that the tree does not show', () => {
  const popup = /^\/(pop|cms\/popup|mdm\/popup)\//
  const hidden = /^\/($|(login|admin|error|z-dev)(\/|$))/
  const paths = allEntries.map((entry) => entry.path)
  expect(popupEntries.map((entry) => entry.path)).toEqual(paths.filter((path) => popup.test(path)))
  expect(hiddenEntries.map((entry) => entry.path)).toEqual(
    paths.filter((path) => hidden.test(path)),
  )
  expect(menuEntries).toHaveLength(paths.length - popupEntries.length - hiddenEntries.length)
})

test('a screen is found by abbreviation, by path and by menu id, and nothing else is', () => {
  const lots = menuByAbbr('ILT')
  expect(lots?.title.ko).toBe('로트별 재고')
  expect(menuByPath('/rep/InventoryByLot')).toBe(lots)
  expect(menuByRoute('InventoryByLot')).toBe(lots)
  expect(menuByAbbr('RBO')?.path).toBe('/inb/ReceivingByOrder')
  expect(menuByAbbr('SCK')?.path).toBe('/out/ShippedCheck')
  expect(menuByPath('/bil/InOutReportSearch/DaySearch')?.abbr).toBe('IOSD')
  expect([menuByAbbr('ilt'), menuByAbbr(''), menuByPath('/rep/Nothing')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('an area is named after its folder and listed once', () => {
  expect(areas.map((area) => area.name)).toEqual([
    'system',
    'master',
    'freight',
    'inventory',
    'inbound',
    'outbound',
    'bonded',
    'billing',
    'reports',
    'supply-chain',
  ])
})
