import { navigate } from 'wouter/use-browser-location'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { writeAddress } from '#ui/tabs/address.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { pageOf } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

function show(route: string, args: Readonly<Record<string, string>> = {}): void {
  const screen = findScreen(route)
  if (!screen) return
  navigate(writeAddress({ path: screen.path, copy: 0, mid: screen.abbr, args }))
}

const textOf = (row: WireRow, name: string): string => String(row[name] ?? '')

const screenOfDocument: Readonly<Record<string, readonly [route: string, column: string]>> = {
  receipt: ['ReceiptCreate', 'RECEIPT_NO'],
  shipment: ['ShipmentCreate', 'SHIPMENT_NO'],
  work: ['InventoryHistory', 'DOC_NO'],
}

function showDocument(row: WireRow): void {
  const [route, column] = screenOfDocument[textOf(row, 'KIND')] ?? []
  if (route && column) show(route, { [column]: textOf(row, 'CODE') })
}

function showStock(row: WireRow): void {
  show('InventoryByLot', {
    OWNER_CD: textOf(row, 'OWNER_CD'),
    STOCK_CD: textOf(row, 'STOCK_CD'),
  })
}

async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  notify('success', t(label(`복사했습니다: ${text}`, `Copied: ${text}`)))
}

async function searchAgain(): Promise<void> {
  const page = pageOf(activeTab().key)
  if (page && !page.isDirty()) await page.handle.search()
}

const alone: Readonly<Record<string, (row: WireRow) => void | Promise<void>>> = {
  CmsReportPopup: (row) => show(textOf(row, 'CODE')),
  CmsDocumentPopup: showDocument,
  StockQtyPopup: showStock,
  CommonPopup: (row) => copyText(textOf(row, 'CODE')),
  CmsCommonPopup: (row) => copyText(textOf(row, 'CODE')),
  CmsCustomerPopup: (row) => show('MdmCustomerSearch', { FIND: textOf(row, 'CODE') }),
  mdmCustomerCdPopup: (row) => copyText(textOf(row, 'CODE')),
  CmsCustomerAbbrPopup: (row) => copyText(textOf(row, 'NAME')),
  CmsCorpPopup: (row) => show('MdmCorpMgt', { CORP_CD: textOf(row, 'CODE') }),
  CmsOrganizationPopup: (row) => show('MdmOrganizationMgt', { ORG_CD: textOf(row, 'CODE') }),
  CmsExchangeRatePopup: (row) => copyText(textOf(row, 'RATE')),
  CmsUsedPhrasePopup: (row) => copyText(textOf(row, 'TEXT')),
  InputTextBoxPopup: (row) => copyText(textOf(row, 'TEXT')),
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
export async function takeAnswer(route: string, row: WireRow): Promise<void> {
  await alone[route]?.(row)
}
