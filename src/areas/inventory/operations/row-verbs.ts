import type { ProcedureRunOptions, CommandContext, PageHandle } from '#kernel/command.ts'
import { addDecimal, decimalText, toDecimal } from '#kernel/decimal.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { stockFigures, stockKeys } from './proof.ts'
import { holdStock, moveStock } from './stock-work.ts'
import { countStock, releaseMissing, undoCount, undoWork } from './stock-verbs.ts'

/** Stock records behind the selected rows. Report groups resolve to the records they contain. */
async function selectedStock({ page }: CommandContext): Promise<WireRow[]> {
  const rows = page?.rows('chosen') ?? []
  const isGroup = page?.parts && rows.some((row) => !Object.hasOwn(row, 'BALANCE_ID'))
  return isGroup ? ((await page.parts?.()) ?? []) : rows
}

/**
 * Quantity of a row that can be worked on. Held stock is never allocated, so all of it can move.
 */
function getFreeQuantity(row: WireRow): Value {
  const isPromised = Number(row['ALLOC_QTY'] ?? 0) > 0 || Number(row['PICK_QTY'] ?? 0) > 0
  return row['FREE_QTY'] ?? (isPromised ? null : row['QTY']) ?? row['AVAILABLE_QTY'] ?? null
}

/**
 * With several rows, returns only the permitted ones. A single row is always returned, to show why
 * it is rejected.
 */
function filterSelected(rows: WireRow[], may: (row: WireRow) => boolean): WireRow[] {
  return rows.length > 1 ? rows.filter(may) : rows
}

function quantityText(rows: readonly WireRow[], quantities: readonly Value[]): Label | undefined {
  if (rows.length < 2) return undefined
  const items = new Set(rows.map((row) => `${row['OWNER_CD']} ${row['STOCK_CD']}`))
  const count = label(
    `재고 ${formatCount(rows.length)}건`,
    formatCount(rows.length, 'stock record'),
  )
  if (items.size > 1) return count
  const numbers = quantities.map((quantity) => toDecimal(String(quantity ?? 0)))
  const pieces = formatCount(decimalText(numbers.reduce(addDecimal)))
  return label(`${count.ko} · 수량 ${pieces}`, `${count.en} · qty ${pieces}`)
}

const noStockForAction = label(
  '선택한 행에 이 작업을 할 수 있는 재고가 없습니다.',
  'None of the selected rows has stock for this action.',
)

/** Opens the stock records of a row that has several, because the action needs a single one. */
async function openStockRecords(
  { page, shell }: CommandContext,
  rows: readonly WireRow[],
  name: Label,
) {
  if (rows.length === 0) return shell.notify(noStockForAction)
  await page?.openParts?.()
  shell.notify(
    label(
      `재고 ${formatCount(rows.length)}건입니다. 행을 선택하고 '${name.ko}'를 실행하세요.`,
      `${formatCount(rows.length, 'stock record')}. Select one and run '${name.en}'.`,
    ),
  )
}

/** Reverses the entire document returned by the operation. */
const undoStockWork: NonNullable<ProcedureRunOptions['undo']> = {
  procedure: undoWork,
  rows: (_, responseRows) => responseRows.slice(0, 1).map(({ DOC_NO = null }) => ({ DOC_NO })),
}

async function piecesOfRow(context: CommandContext): Promise<WireRow[]> {
  const { row } = context
  return row && Object.hasOwn(row, 'BALANCE_ID') ? [row] : selectedStock(context)
}

function notifyNothing({ shell }: CommandContext): false {
  shell.notify(noStockForAction)
  return false
}

const isMissing = (row: WireRow): boolean => row['HOLD_KIND_CD'] === 'MISSING'

/**
 * Holds or releases the selected stock. Stock in condition HELD is released first. Missing stock
 * is released separately, because its release posts nothing and has no quantity.
 */
export async function promptHold(context: CommandContext, HOLD_CD: 'HOLD' | 'RELEASE') {
  const selected = await selectedStock(context)
  const missing = HOLD_CD === 'RELEASE' ? selected.filter(isMissing) : []
  if (missing.length === 0) return promptCondition(context, HOLD_CD, selected)
  const held = selected.filter((row) => row['CONDITION_CD'] === 'HELD' && !isMissing(row))
  if (held.length > 0 && !(await promptCondition(context, HOLD_CD, held))) return false
  const input = missing.map((row) => ({ BALANCE_ID: row['BALANCE_ID'] ?? null }))
  return context.runProcedure(releaseMissing, input, { extraInputs: { REASON: null } })
}

/**
 * Prompts for a reason, and for the quantity if there is one stock record. Proposes the full
 * quantity that can be held or released.
 */
async function promptCondition(
  context: CommandContext,
  HOLD_CD: 'HOLD' | 'RELEASE',
  selected: WireRow[],
) {
  // Samples and damaged stock keep their condition.
  const from = HOLD_CD === 'HOLD' ? 'NORMAL' : 'HELD'
  const may = (row: WireRow): boolean =>
    row['CONDITION_CD'] === from && (from === 'HELD' || Number(row['AVAILABLE_QTY']) > 0)
  const rows = filterSelected(selected, may)
  if (rows.length === 0) return notifyNothing(context)
  const figure = HOLD_CD === 'HOLD' ? 'AVAILABLE_QTY' : 'QTY'
  const quantities = rows.map((row) => row[figure] ?? row['FREE_QTY'] ?? null)
  const isOne = rows.length === 1
  const input = rows.map((row, index) => ({
    BALANCE_ID: row['BALANCE_ID'] ?? null,
    HOLD_CD,
    ...(!isOne && { WORK_QTY: quantities[index] ?? null }),
  }))
  const extraInputs = isOne ? { REASON: null, WORK_QTY: quantities[0] ?? null } : {}
  const target = quantityText(rows, quantities)
  return context.runProcedure(holdStock, input, {
    extraInputs,
    undo: undoStockWork,
    ...(target && { target }),
  })
}

/**
 * Prompts for the destination, and for the quantity if there is one stock record. Stock moved
 * completely stays on its pallet and in its box.
 */
export async function promptMove(context: CommandContext) {
  const rows = filterSelected(
    await selectedStock(context),
    (row) => Number(getFreeQuantity(row)) > 0,
  )
  if (rows.length === 0) return notifyNothing(context)
  const target = quantityText(rows, rows.map(getFreeQuantity))
  const isOne = rows.length === 1
  const extraInputs = isOne
    ? { TO_CELL_CD: null, WORK_QTY: rows.map(getFreeQuantity)[0] ?? null }
    : {}
  const input = rows.map((row) => ({
    BALANCE_ID: row['BALANCE_ID'] ?? null,
    ...(!isOne && { WORK_QTY: getFreeQuantity(row) }),
  }))
  return context.runProcedure(moveStock, input, {
    extraInputs,
    ...(target && { target }),
    completeRow: (sent) => {
      const row = rows.find((candidate) => candidate['BALANCE_ID'] === sent['BALANCE_ID'])
      const isWhole = Number(sent['WORK_QTY']) === Number(row?.['QTY'])
      if (!row || !isWhole) return sent
      const { PALLET_NO = null, BOX_NO = null } = row
      return { ...sent, TO_PALLET_NO: PALLET_NO, TO_BOX_NO: BOX_NO }
    },
    undo: undoStockWork,
  })
}

/** Prompts for the counted quantity without showing the expected one. */
export async function promptCount(context: CommandContext) {
  const rows = await piecesOfRow(context)
  const [row] = rows
  if (!row || rows.length > 1) {
    await openStockRecords(context, rows, label('이 재고 실사', 'Count this stock'))
    return false
  }
  return context.runProcedure(countStock, [{ BALANCE_ID: row['BALANCE_ID'] ?? null }], {
    undo: {
      procedure: undoCount,
      rows: (_, responseRows) => responseRows.slice(0, 1).map(({ JOB_NO = null }) => ({ JOB_NO })),
    },
  })
}

const adjustedColumns = [
  'BALANCE_ID',
  'STOCK_CD',
  'STOCK_NM',
  'CELL_CD',
  'LOT_NO',
  'QTY',
  'AVAILABLE_QTY',
]

export async function openAdjust(context: CommandContext): Promise<void> {
  const rows = await piecesOfRow(context)
  const [row] = rows
  if (!row || rows.length > 1) {
    return openStockRecords(context, rows, label('이 재고 조정', 'Adjust this stock'))
  }
  const search = adjustedColumns.map((name) => [name, String(row[name] ?? '')])
  context.shell.open('InventoryAdjustPopup', Object.fromEntries(search))
}

/** Screens that show the document of a movement. Other stock work is shown as its movements. */
const screenByMovement: Readonly<Record<string, readonly [route: string, column: string]>> = {
  RECEIPT: ['ReceiptCreate', 'RECEIPT_NO'],
  SHIPMENT: ['ShipmentCreate', 'SHIPMENT_NO'],
}
const otherDocument = ['InventoryHistory', 'DOC_NO'] as const

/** Reports show the number of the document in a column of its kind. */
export function openDocument({ shell, row }: CommandContext): void {
  const named = Object.values(screenByMovement).find(([, name]) => row?.[name])
  if (named) return shell.open(named[0], { [named[1]]: String(row?.[named[1]]) })
  const [route, column] = screenByMovement[String(row?.['MOVEMENT_CD'])] ?? otherDocument
  shell.open(route, { [column]: String(row?.['DOC_NO'] ?? '') })
}

type GridCell = ReturnType<NonNullable<PageHandle['cell']>>

/**
 * Key of the stock figure in the current cell: figure, stock of the row and time of the query.
 * Returns undefined if the cell has no stock figure.
 */
export function numberInCell(cell: GridCell, row: WireRow | undefined): WireRow | undefined {
  if (!row || !cell) return undefined
  // In other columns, use the first figure of the row.
  const figures = Object.keys(stockFigures)
  const figure = figures.includes(cell.column)
    ? cell.column
    : figures.find((name) => (row[name] ?? null) !== null)
  if (figure === undefined) return undefined
  // Stock without a cell has no balance.
  if (Object.hasOwn(row, 'BALANCE_ID') && !row['BALANCE_ID']) return undefined
  const named = Object.keys(stockKeys).filter((name) => (row[name] ?? null) !== null)
  if (named.length === 0) return undefined
  const keys = row['BALANCE_ID'] ? ['BALANCE_ID', 'STOCK_CD', 'CELL_CD'] : named
  const asOf = cell.searched['AS_OF'] ?? null
  return {
    ...Object.fromEntries(keys.map((name) => [name, row[name] ?? null])),
    FIGURE: figure,
    ...(asOf === null ? {} : { AS_OF: asOf }),
  }
}
