import { navigate } from 'wouter/use-browser-location'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { writeAddress } from '#ui/tabs/address.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

function showScreen(route: string, args: Readonly<Record<string, string>> = {}): void {
  const screen = findScreen(route)
  if (!screen) return
  navigate(writeAddress({ path: screen.path, copy: 0, mid: screen.abbr, args }))
}

const columnText = (row: WireRow, name: string): string => String(row[name] ?? '')

const screenOfDocument: Readonly<Record<string, readonly [route: string, column: string]>> = {
  receipt: ['ReceiptCreate', 'RECEIPT_NO'],
  shipment: ['ShipmentCreate', 'SHIPMENT_NO'],
  work: ['InventoryHistory', 'DOC_NO'],
}

function showDocument(row: WireRow): void {
  const [route, column] = screenOfDocument[columnText(row, 'KIND')] ?? []
  if (route && column) showScreen(route, { [column]: columnText(row, 'CODE') })
}

function showStock(row: WireRow): void {
  showScreen('InventoryByLot', {
    OWNER_CD: columnText(row, 'OWNER_CD'),
    STOCK_CD: columnText(row, 'STOCK_CD'),
  })
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  notify('success', t(label(`복사했습니다: ${text}`, `Copied: ${text}`)))
}

async function searchAgain(): Promise<void> {
  const page = findPage(activeTab().key)
  if (page && !page.isDirty()) await page.handle.search()
}

const resultHandlers: Readonly<Record<string, (row: WireRow) => void | Promise<void>>> = {
  CmsReportPopup: (row) => showScreen(columnText(row, 'CODE')),
  OzReportPopup: (row) => showScreen(columnText(row, 'CODE')),
  CmsDocumentPopup: showDocument,
  StockQtyPopup: showStock,
  CommonPopup: (row) => copyText(columnText(row, 'CODE')),
  CmsCommonPopup: (row) => copyText(columnText(row, 'CODE')),
  CmsCustomerPopup: (row) => showScreen('MdmCustomerSearch', { FIND: columnText(row, 'CODE') }),
  mdmCustomerCdPopup: (row) => copyText(columnText(row, 'CODE')),
  CmsCustomerAbbrPopup: (row) => copyText(columnText(row, 'NAME')),
  CmsCorpPopup: (row) => showScreen('MdmCorpMgt', { CORP_CD: columnText(row, 'CODE') }),
  CmsOrganizationPopup: (row) =>
    showScreen('MdmOrganizationMgt', { ORG_CD: columnText(row, 'CODE') }),
  CmsExchangeRatePopup: (row) => copyText(columnText(row, 'RATE')),
  CmsUsedPhrasePopup: (row) => copyText(columnText(row, 'TEXT')),
  InputTextBoxPopup: (row) => copyText(columnText(row, 'TEXT')),
  AddShipToPopup: searchAgain,
  AddShipToSamplePopup: searchAgain,
  AddStockSamplePopup: searchAgain,
  InventoryAdjustPopup: searchAgain,
  UserRolePopup: searchAgain,
}

/**
 * Handles the result of a popup opened from the menu or palette. Depending on the popup, shows the
 * record, copies its code to the clipboard or refreshes the page.
 */
export async function handlePopupResult(route: string, row: WireRow): Promise<void> {
  await resultHandlers[route]?.(row)
}
