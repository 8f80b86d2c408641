import { isBuilt } from '#ui/remote/screens.ts'
import { findScreen } from '#ui/remote/menu.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { openAsked } from '#ui/workspace/open-by-name.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import {
  askMeanings,
  askRecords,
  nothingKnown,
  type FoundRecord,
  type KnownWords,
  type WordQuestion,
} from './word-meanings.ts'

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
  pallet: [
    showing('PalletMove', 'PALLET_NO', false),
    showing('InventoryByPallet', 'PALLET_NO', false),
  ],
  count: [
    showing('StocktakingJobWork', 'JOB_NO', false),
    showing('StocktakingJobList', 'JOB_NO', false),
  ],
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

/** What the server is asked about a line. */
export interface ServerQuestion {
  /** What to look records up by; empty for none. */
  readonly text: string
  /** Arguments that only the server can read. */
  readonly words: readonly WordQuestion[]
}

/** What the server knows of a line. */
export interface ServerAnswer {
  readonly records: readonly PaletteEntry[]
  readonly words: KnownWords
  /** Why it did not answer; empty where it said nothing. */
  readonly failure?: string
}

export const noAnswer: ServerAnswer = { records: [], words: nothingKnown }

/** Asks the server about a line. Throws CallError; aborts with the signal. */
export async function askServer(
  { text, words }: ServerQuestion,
  signal: AbortSignal,
): Promise<ServerAnswer> {
  const [records, known] = await Promise.all([
    text === '' ? [] : askRecords(text, signal),
    words.length === 0 ? nothingKnown : askMeanings(words, signal),
  ])
  return { records: records.flatMap(recordEntry), words: known }
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
