import sql from 'sql-template-tag'
import type { RowError } from '#server/base/app-error.ts'
import type {
  ImportEntry,
  ImportKind,
  StoredEntry,
  SaveCall,
  SaveResult,
  UndoCall,
} from '#server/engine/handler.ts'
import { prefixTitle } from '#server/engine/table-import.ts'
import { reverseMovements, isMovementInEffect } from './reverse-movements.ts'
import { lockBalances, allocatedTo, insufficientStock } from './work-engine.ts'
import { closedCell } from '../rules/closed-cell.ts'
import { openCell } from './open-cell.ts'
import { ledgerReason } from './ledger-reasons.ts'

interface MovedPart extends Record<string, unknown> {
  movement_no: number
  owner_cd: string
  stock_cd: string
  qty: number
  from_cell: string
  to_cell: string
}

interface OpenMove extends Record<string, unknown> {
  no: number
  movement_no: number
  from_balance_id: number
  to_balance_id: number
}

interface PlacedMove extends OpenMove {
  free: number
  wanted: number
  promised_to: string | null
  from_cell: string
  is_open: boolean
}

/**
 * Upload of moves. Each movement is an entry. Undo posts reversals that reference the original
 * movements. It requires that the moved stock is still free in its cell and that the original cell
 * is open.
 */
export const movesImport: ImportKind = {
  record: async (call, save) => {
    const result = await save(call)
    return { result, entries: await importedMoves(call, result) }
  },
  undo: undoMoves,
}

async function importedMoves(call: SaveCall, result: SaveResult): Promise<ImportEntry[]> {
  const documents = new Set((result.rows ?? []).map((row) => String(row['DOC_NO'])))
  const moved = await call.tx.query<MovedPart>(sql`
    select m.movement_no, m.owner_cd, m.stock_cd, m.qty, f.cell_cd from_cell, t.cell_cd to_cell
    from stock_movement m
    join stock_balance f on f.balance_id = m.from_balance_id
    join stock_balance t on t.balance_id = m.to_balance_id
    where m.wcode = ${call.scope.wcode} and m.doc_no = any(${[...documents]}::text[])
    order by m.movement_no`)
  return moved.map(({ movement_no, owner_cd, stock_cd, qty, from_cell, to_cell }) => ({
    change: 'U',
    key: { movement_no },
    title: `${stock_cd} ${from_cell} → ${to_cell} ${qty}`,
    owners: [owner_cd],
    before: JSON.stringify({ cell_cd: from_cell }),
    mark: String(movement_no),
  }))
}

async function undoMoves(call: UndoCall, entries: readonly StoredEntry[]): Promise<RowError[]> {
  const requests = entries.map(({ no, key }) => ({ no, movement_no: key['movement_no'] }))
  const moves = await call.tx.query<OpenMove>(sql`
    select e.no, m.movement_no, m.from_balance_id, m.to_balance_id
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as e(no integer, movement_no bigint)
    join stock_movement m on m.movement_no = e.movement_no
    where ${isMovementInEffect} order by e.no`)
  await lockBalances(
    call.tx,
    moves.flatMap((move) => [move.from_balance_id, move.to_balance_id]),
  )
  const placed = await readPlacedStock(call, moves)
  const byNo = new Map(entries.map((entry) => [entry.no, entry]))
  const errors = placed.flatMap((move) => findObstacle(byNo.get(move.no), move))
  if (errors.length > 0) return errors
  const reason = ledgerReason('UPLOAD_UNDONE')
  await reverseMovements(
    call,
    'UNDO_SHEET',
    moves.map(({ no, movement_no }) => ({ no, movementNo: movement_no, reason })),
  )
  return []
}

function readPlacedStock(call: UndoCall, moves: readonly OpenMove[]): Promise<PlacedMove[]> {
  return call.tx.query<PlacedMove>(sql`
    select p.no, p.movement_no, f.cell_cd from_cell,
      b.qty - b.alloc_qty - b.pick_qty free, ${allocatedTo} promised_to,
      sum(m.qty) over (partition by m.to_balance_id) wanted,
      ${openCell} is_open
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as p(no integer, movement_no bigint)
    join stock_movement m on m.movement_no = p.movement_no
    join stock_balance b on b.balance_id = m.to_balance_id
    join stock_balance f on f.balance_id = m.from_balance_id
    left join cell c on c.wcode = f.wcode and c.cell_cd = f.cell_cd
    left join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    order by p.no`)
}

function findObstacle(entry: StoredEntry | undefined, move: PlacedMove): RowError[] {
  if (!entry) return []
  if (move.wanted > move.free) {
    const text = prefixTitle(entry, insufficientStock(move.free, move.promised_to))
    return [{ row: entry.no, text, column: 'WORK_QTY' }]
  }
  if (move.is_open) return []
  return [
    { row: entry.no, text: prefixTitle(entry, closedCell(move.from_cell)), column: 'CELL_CD' },
  ]
}
