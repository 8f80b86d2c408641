import type { Asking, CommandContext, PageHandle } from '#kernel/command.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { stockFigures, stockKeys } from './proof.ts'
import { holdStock, moveStock } from './stock-work.ts'
import { countStock, takeCountBack, undoWork } from './stock-verbs.ts'

const chosenStock = ({ page }: CommandContext): WireRow[] => page?.rows('chosen') ?? []
/** What of a row may be worked on. */
const freeOf = (row: WireRow): Value => row['FREE_QTY'] ?? row['AVAILABLE_QTY'] ?? null

/** The document of work on stock, as it was answered, is taken back whole. */
const undoStockWork: NonNullable<Asking['undo']> = {
  procedure: undoWork,
  rows: (_, answered) => answered.slice(0, 1).map(({ DOC_NO = null }) => ({ DOC_NO })),
}

/** Asks why, and of one piece of stock how much: all that may be held or released stands there. */
export function askHold(context: CommandContext, HOLD_CD: 'HOLD' | 'RELEASE'): Promise<boolean> {
  const rows = chosenStock(context)
  const figure = HOLD_CD === 'HOLD' ? 'AVAILABLE_QTY' : 'QTY'
  const quantities = rows.map((row) => row[figure] ?? row['FREE_QTY'] ?? null)
  const isOne = rows.length === 1
  const input = rows.map((row, at) => ({
    BALANCE_ID: row['BALANCE_ID'] ?? null,
    HOLD_CD,
    ...(!isOne && { WORK_QTY: quantities[at] ?? null }),
  }))
  const also = isOne ? { REASON: null, WORK_QTY: quantities[0] ?? null } : {}
  return context.ask(holdStock, input, { also, undo: undoStockWork })
}

/** Asks where to, and of one piece how much; what moves whole keeps its pallet and box. */
export function askMove(context: CommandContext): Promise<boolean> {
  const rows = chosenStock(context)
  const isOne = rows.length === 1
  const also = isOne ? { TO_CELL_CD: null, WORK_QTY: rows.map(freeOf)[0] ?? null } : {}
  const input = rows.map((row) => ({
    BALANCE_ID: row['BALANCE_ID'] ?? null,
    ...(!isOne && { WORK_QTY: freeOf(row) }),
  }))
  return context.ask(moveStock, input, {
    also,
    finish: (sent) => {
      const row = rows.find((one) => one['BALANCE_ID'] === sent['BALANCE_ID'])
      const isWhole = Number(sent['WORK_QTY']) === Number(row?.['QTY'])
      if (!row || !isWhole) return sent
      const { PALLET_NO = null, BOX_NO = null } = row
      return { ...sent, TO_PALLET_NO: PALLET_NO, TO_BOX_NO: BOX_NO }
    },
    undo: undoStockWork,
  })
}

/** Asks how many lie there, and says nothing of how many should. */
export function askCount({ ask, row }: CommandContext): Promise<boolean> {
  return ask(countStock, [{ BALANCE_ID: row?.['BALANCE_ID'] ?? null }], {
    undo: {
      procedure: takeCountBack,
      rows: (_, answered) => answered.slice(0, 1).map(({ JOB_NO = null }) => ({ JOB_NO })),
    },
  })
}

/** Where the documents of movements are shown; work on stock is its movements. */
const documentOf: Readonly<Record<string, readonly [route: string, column: string]>> = {
  RECEIPT: ['ReceiptCreate', 'RECEIPT_NO'],
  SHIPMENT: ['ShipmentCreate', 'SHIPMENT_NO'],
}
const otherDocument = ['InventoryHistory', 'DOC_NO'] as const

/** Opens the document of a movement. */
export function openDocument({ shell, row }: CommandContext): void {
  const [route, column] = documentOf[String(row?.['MOVEMENT_CD'])] ?? otherDocument
  shell.open(route, { [column]: String(row?.['DOC_NO'] ?? '') })
}

type Cell = ReturnType<NonNullable<PageHandle['cell']>>

/**
 * What names the number in the current cell: its figure, the stock of its row, and the moment its
 * rows were asked for. Undefined where the cell holds no figure of stock.
 */
export function numberAt(cell: Cell, row: WireRow | undefined): WireRow | undefined {
  if (!row || !cell) return undefined
  // Beside the figures, the first one of the row is meant.
  const figures = Object.keys(stockFigures)
  const figure = figures.includes(cell.column)
    ? cell.column
    : figures.find((name) => (row[name] ?? null) !== null)
  if (figure === undefined) return undefined
  // Goods that are in no cell are no balance.
  if (Object.hasOwn(row, 'BALANCE_ID') && !row['BALANCE_ID']) return undefined
  const named = Object.keys(stockKeys).filter((name) => (row[name] ?? null) !== null)
  if (named.length === 0) return undefined
  const keys = row['BALANCE_ID'] ? ['BALANCE_ID', 'STOCK_CD', 'CELL_CD'] : named
  const moment = cell.searched['AS_OF'] ?? null
  return {
    ...Object.fromEntries(keys.map((name) => [name, row[name] ?? null])),
    FIGURE: figure,
    ...(moment === null ? {} : { AS_OF: moment }),
  }
}
