import { label, type Label } from '#kernel/label.ts'

/** Screens a new user works through, in the order of the work. */
interface FirstWeek {
  readonly title: Label
  readonly steps: readonly string[]
}

const firstWeek = (ko: string, en: string, steps: string): FirstWeek => ({
  title: label(ko, en),
  steps: steps.split(' '),
})

/** A user gets the first list whose screens they may all open. Narrow roles come last. */
export const firstWeeks: readonly FirstWeek[] = [
  firstWeek(
    '첫 주: 시스템 관리',
    'First week: administration',
    'CmsUserMgt CmsRoleMenuMgt CmsLoginRule CmsSecurityLog JobManagement',
  ),
  firstWeek(
    '첫 주: 창고 사무',
    'First week: warehouse office',
    'ReceiptUploadExcel BulkReceiving InventoryByLot ShipmentUploadExcelByOwner Alloc PickingList Shipping',
  ),
  firstWeek(
    '첫 주: 창고 현장',
    'First week: warehouse floor',
    'ReceivingByOrder Picking ShippedCheck CellMove StocktakingJobWork',
  ),
  firstWeek(
    '첫 주: 포워딩',
    'First week: freight',
    'CmsMyBooking CmsBill CmsFreightCharge CmsBookingProfit',
  ),
  firstWeek(
    '첫 주: 보세화물',
    'First week: bonded cargo',
    'BondedCargo BondedReceipt BondedClearance BondedShipment BondedInventory',
  ),
  firstWeek(
    '첫 주: 정산',
    'First week: billing',
    'MdmPricingMgt UnbilledWork BillMonth Invoice PaymentMatch',
  ),
  firstWeek(
    '첫 주: 화주',
    'First week: stock owner',
    'CInventoryByLot CReceiptCreateSingle CShipmentCreateSingle CShipmentReport CInvoice',
  ),
]
