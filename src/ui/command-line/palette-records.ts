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

/**
 * The search field that takes the code of a record of each kind, and the screens that have it, best
 * first: the first that the user may open is opened.
 */
const screensOfKind: Readonly<Record<string, readonly [column: string, ...routes: string[]]>> = {
  stock: ['STOCK_CD', 'InventoryByLot', 'StockBasic'],
  lot: ['LOT_NO', 'InventoryByLot', 'InventoryHistory'],
  cell: ['CELL_CD', 'InventoryByLot', 'Cell'],
  pallet: ['PALLET_NO', 'PalletMove', 'InventoryByPallet'],
  count: ['JOB_NO', 'StocktakingJobWork', 'StocktakingJobList'],
  work: ['DOC_NO', 'InventoryHistory'],
  receipt: ['RECEIPT_NO', 'ReceiptCreate', 'ReceivingByOrder', 'BulkReceiving'],
  shipment: ['SHIPMENT_NO', 'ShipmentCreate', 'Alloc', 'Picking', 'ShippedCheck', 'Shipping'],
}

/** Kinds whose screens can be narrowed to the owner. */
const ofOwners: readonly string[] = ['stock', 'lot', 'receipt', 'shipment']

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
  const [column = '', ...routes] = screensOfKind[KIND] ?? []
  const byOwner = ofOwners.includes(KIND)
  for (const route of routes) {
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
