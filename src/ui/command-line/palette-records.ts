import { isBuilt } from '#ui/remote/screens.ts'
import { findScreen } from '#ui/remote/menu.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { openAsked } from '#ui/workspace/open-by-name.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import { askRecords, type FoundRecord } from '#ui/remote/word-meanings.ts'

interface Showing {
  readonly route: string
  /** Search field that takes the code. */
  readonly column: string
  /** The screen can be narrowed to the owner. */
  readonly byOwner: boolean
}

function showing(route: string, column: string, byOwner = true): Showing {
  return { route, column, byOwner }
}

/** Screens that show a record of each kind, best first; the first the user may open is opened. */
const screensOfKind: Readonly<Record<string, readonly Showing[]>> = {
  stock: [showing('InventoryByLot', 'STOCK_CD'), showing('StockBasic', 'STOCK_CD')],
  lot: [showing('InventoryByLot', 'LOT_NO'), showing('InventoryHistory', 'LOT_NO')],
  cell: [showing('InventoryByLot', 'CELL_CD', false), showing('Cell', 'CELL_CD', false)],
  work: [showing('InventoryHistory', 'DOC_NO', false)],
  receipt: [
    showing('ReceiptCreate', 'RECEIPT_NO'),
    showing('ReceivingByOrder', 'RECEIPT_NO'),
    showing('BulkReceiving', 'RECEIPT_NO'),
  ],
  shipment: [
    showing('ShipmentCreate', 'SHIPMENT_NO'),
    showing('Alloc', 'SHIPMENT_NO'),
    showing('Picking', 'SHIPMENT_NO'),
    showing('ShippedCheck', 'SHIPMENT_NO'),
    showing('Shipping', 'SHIPMENT_NO'),
  ],
}

/** Asks the server for what begins like the text. Throws CallError; aborts with the signal. */
export async function findRecords(text: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  return (await askRecords(text, signal)).flatMap(recordEntry)
}

function recordEntry(record: FoundRecord): PaletteEntry[] {
  const { KIND, CODE, NAME, DETAIL, OWNER_CD } = record
  for (const { route, column, byOwner } of screensOfKind[KIND] ?? []) {
    const screen = findScreen(route)
    if (!screen || !isBuilt(route)) continue
    const args: Args = { [column]: CODE, ...(byOwner && OWNER_CD ? { OWNER_CD } : {}) }
    const title = [CODE, NAME].filter((part) => part !== '').join(' ')
    return [
      {
        id: `record:${KIND}:${OWNER_CD ?? ''}:${CODE}`,
        group: 'record',
        ko: title,
        en: title,
        note: [OWNER_CD, DETAIL, screen.title.ko].filter(Boolean).join(' · '),
        run: (_, copy) => openAsked(screen.abbr, args, copy),
      },
    ]
  }
  return []
}
