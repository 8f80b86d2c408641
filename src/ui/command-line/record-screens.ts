/**
 * Per kind of record: the search column for its code and the screens that have it, preferred first.
 */
export const screensOfKind: Readonly<
  Record<string, readonly [column: string, ...routes: string[]]>
> = {
  stock: ['STOCK_CD', 'InventoryByLot', 'StockBasic'],
  lot: ['LOT_NO', 'InventoryByLot', 'InventoryHistory'],
  cell: ['CELL_CD', 'InventoryByLot', 'Cell'],
  pallet: ['PALLET_NO', 'PalletMove', 'InventoryByPallet'],
  count: ['JOB_NO', 'StocktakingJobWork', 'StocktakingJobList'],
  work: ['DOC_NO', 'InventoryHistory'],
  receipt: ['RECEIPT_NO', 'ReceiptCreate', 'ReceivingByOrder', 'BulkReceiving'],
  shipment: ['SHIPMENT_NO', 'ShipmentCreate', 'Alloc', 'Picking', 'ShippedCheck', 'Shipping'],
  bill: ['BILL_ID', 'CmsBill'],
  booking: ['BOOKING_ID', 'CmsMyBooking'],
  cargo: ['BOND_NO', 'BondedCargo'],
  invoice: ['INVOICE_NO', 'Invoice'],
}

export const kindsWithOwner: readonly string[] = ['stock', 'lot', 'receipt', 'shipment']
