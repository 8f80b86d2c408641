import sql, { raw } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { byItemCode } from '#areas/master/server/item-code.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall } from '#server/engine/handler.ts'
import { uploadMoves } from '../operations/upload-moves.ts'
import { toRecordset, moveToCells, targetUnit } from './moving.ts'
import { movesImport } from './moves-import.ts'
import { isInScope } from './work-engine.ts'

/** Columns that identify the stock of a row. Rows with equal values share that stock. */
const named = raw('owner_cd, stock_cd, cell_cd, upper(lot_no), pallet_no, box_no')

interface Piece extends Record<string, unknown> {
  no: number
  balance_id: number
  piece: number
}

/**
 * Distributes the requested quantities over the stock of the rows, normal stock first, because a
 * sheet has no condition, then earliest expiry date, then earliest received. A row can use several
 * lots. Rows that identify the same stock by different
 * columns are checked again under lock, to prevent taking more than exists.
 */
async function readPieces(call: SaveCall): Promise<Piece[]> {
  const given = toRecordset(call, uploadMoves)
  const pieces = await call.tx.query<Piece>(sql`
    with demand as materialized (
      select r.*, sum(work_qty) over w - work_qty from_qty, sum(work_qty) over w to_qty
      from ${given} window w as (partition by ${named} order by r.no)),
    goods as materialized (
      select d.no, b.balance_id, b.qty - b.alloc_qty - b.pick_qty free, l.valid_dt, l.received_dt,
        b.condition_cd <> 'NORMAL' is_special
      from (select min(no) no, owner_cd, stock_cd, cell_cd, min(lot_no) lot_no, pallet_no, box_no from demand group by ${named}) d
      join stock_balance b on b.owner_cd = d.owner_cd and b.stock_cd = d.stock_cd
        and b.cell_cd = d.cell_cd and b.pallet_no = coalesce(d.pallet_no, b.pallet_no)
        and b.box_no = coalesce(d.box_no, b.box_no) and b.qty > b.alloc_qty + b.pick_qty
      join lot l on l.lot_id = b.lot_id and upper(l.lot_no) = upper(coalesce(d.lot_no, l.lot_no))
      where ${isInScope(call)}),
    supply as materialized (
      select goods.*, sum(free) over w - free from_qty, sum(free) over w to_qty from goods
      window w as (partition by no
        order by is_special, valid_dt nulls last, received_dt, balance_id))
    select d.no, s.balance_id,
      least(d.to_qty, s.to_qty) - greatest(d.from_qty, s.from_qty) piece
    from (select demand.*, min(no) over (partition by ${named}) first_no from demand) d
    join supply s on s.no = d.first_no and s.from_qty < d.to_qty and d.from_qty < s.to_qty
    order by d.no, s.balance_id`)
  rejectUnfilled(call, pieces)
  return pieces
}

export const movableQuantity = (there: number): Label =>
  label(
    `이 셀에서 이동할 수 있는 재고는 ${there}입니다.`,
    `Only ${there} can be moved from this cell.`,
  )

function rejectUnfilled(call: SaveCall, pieces: readonly Piece[]): void {
  const found = Map.groupBy(pieces, (piece) => piece.no)
  const errors = call.rows.flatMap((row): RowError[] => {
    const there = (found.get(row.no) ?? []).reduce((sum, { piece }) => sum + piece, 0)
    if (there >= Number(row.values['WORK_QTY']) - 0.0005) return []
    return [{ row: row.no, text: movableQuantity(there), column: 'WORK_QTY' }]
  })
  if (errors.length) throw invalidRows(errors)
}

export const uploadMovesHandler = handleProcedure(
  uploadMoves,
  async (request) => {
    const call = await byItemCode(request)
    const pieces = await readPieces(call)
    const found = sql`(select g.*, p.balance_id, p.piece
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb)
      as p(no integer, balance_id bigint, piece numeric)
    join (select * from ${toRecordset(call, uploadMoves)}) g on g.no = p.no)`
    return moveToCells(call, uploadMoves, {
      from: sql`${found} r join stock_balance b on b.balance_id = r.balance_id`,
      take: sql`r.piece`,
      columns: ['WORK_QTY', 'TO_CELL_CD'],
      becomes: targetUnit,
    })
  },
  movesImport,
)
