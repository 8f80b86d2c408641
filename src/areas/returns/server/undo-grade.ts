import sql, { type Sql } from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { ledgerReason } from '#areas/inventory/server/ledger-reasons.ts'
import { reverseWorkHandler } from '#areas/inventory/server/reverse-work.ts'
import { conflictingRows } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { netGrades } from './net-grades.ts'
import { recordGrades } from './record-grades.ts'
import type { ScannedLine } from './scanned-lines.ts'

export const nothingToUndo = label('취소할 검품 스캔이 없습니다.', 'No inspection scan to undo.')

/** Graded pieces of one lot of a line, without undone grades. */
interface GradedPart extends Record<string, unknown> {
  readonly line_no: number
  readonly lot_id: number
  readonly qty: number
}

/** Disposition of graded pieces that is not reversed. */
interface DisposedPart extends GradedPart {
  readonly movement_no: number
}

interface UndoneScan {
  readonly receipt: string
  readonly grade: string
  readonly lines: readonly number[]
  readonly qty: number
  /** Lot and expiry date on the label, `YYYYMMDD`. */
  readonly lot: Value
  readonly valid: Value
}

/** Condition that a lot is the lot on the label, if the label has one. */
const isScannedLot = ({ lot, valid }: UndoneScan, id: Sql): Sql => sql`exists (
  select from lot t where t.lot_id = ${id}
    and (${lot}::text is null or t.lot_no = '' or upper(t.lot_no) = upper(${lot}::text))
    and (${valid}::date is null or t.valid_dt is null or t.valid_dt = ${valid}::date))`

const thousandths = (qty: number): number => Math.round(qty * 1000)

/** The latest rows whose quantities add up to `qty`; undefined if they do not. */
function latestSum<T extends { readonly qty: number }>(
  rows: readonly T[],
  qty: number,
): readonly T[] | undefined {
  let remaining = thousandths(qty)
  const taken: T[] = []
  for (const row of rows) {
    if (remaining <= 0) break
    taken.push(row)
    remaining -= thousandths(row.qty)
  }
  return remaining === 0 ? taken : undefined
}

/** Grades of the station that were not undone, latest first. */
function readGrades({ tx }: SaveCall, scan: UndoneScan): Promise<GradedPart[]> {
  const { receipt, grade, lines } = scan
  return tx.query<GradedPart>(sql`
    select r.line_no, r.lot_id, r.standing_qty qty from (${netGrades}) r
    where r.receipt_no = ${receipt} and r.line_no = any(${[...lines]}::int[])
      and r.grade_cd = ${grade} and r.standing_qty > 0 and r.movement_no is null
      and ${isScannedLot(scan, sql`r.lot_id`)}
    order by r.grade_no desc`)
}

/**
 * Dispositions of the station that were not undone, latest first. Passing stock on a stock screen
 * graded it as well, and is reversed there.
 */
function readDisposed({ tx }: SaveCall, scan: UndoneScan): Promise<DisposedPart[]> {
  return tx.query<DisposedPart>(sql`
    select x.line_no, x.lot_id, x.qty, x.movement_no from return_disposal x
    where x.receipt_no = ${scan.receipt} and x.line_no = any(${[...scan.lines]}::int[])
      and x.grade_cd = ${scan.grade} and x.qty > 0
      and not exists (select from stock_movement m where m.reverses_no = x.movement_no)
      and not exists (select from return_grade g where g.movement_no = x.movement_no)
    order by x.disposal_no desc`)
}

function readWaiting({ tx }: SaveCall, scan: UndoneScan): Promise<GradedPart[]> {
  return tx.query<GradedPart>(sql`
    select line_no, lot_id, qty from return_undecided u where u.receipt_no = ${scan.receipt}
      and u.line_no = any(${[...scan.lines]}::int[]) and u.grade_cd = ${scan.grade}`)
}

const lotKey = ({ line_no, lot_id }: GradedPart) => `${line_no} ${lot_id}`

/** Movements that disposed of the pieces, unless as many still wait for their disposition. */
function findDisposalMovements(
  pieces: readonly GradedPart[],
  waiting: readonly GradedPart[],
  disposed: readonly DisposedPart[],
): readonly number[] | undefined {
  const found: number[] = []
  for (const [key, own] of Map.groupBy(pieces, lotKey)) {
    const qty = own.reduce((sum, part) => sum + part.qty, 0)
    const open = waiting.find((part) => lotKey(part) === key)?.qty ?? 0
    if (thousandths(open) >= thousandths(qty)) continue
    const ofLot = disposed.filter((part) => lotKey(part) === key)
    const reversed = latestSum(ofLot, qty) ?? latestSum(ofLot, qty - open)
    if (!reversed) return undefined
    found.push(...reversed.map((part) => part.movement_no))
  }
  return [...new Set(found)]
}

/**
 * Undoes the grade of a scan: the latest grade of its quantity, otherwise the latest grades that
 * add up to it, because a scan can be spread over lots and cells. Reverses their dispositions.
 */
export async function undoGrade(
  call: SaveCall,
  row: SaveRow,
  lines: readonly ScannedLine[],
): Promise<void> {
  const scan: UndoneScan = {
    receipt: String(row.values['RECEIPT_NO']),
    grade: String(row.values['GRADE_CD']),
    lines: lines.map(({ line_no }) => line_no),
    qty: -Number(row.values['QTY']) * (lines[0]?.factor ?? 1),
    lot: row.values['LOT_NO'] ?? null,
    valid: row.values['VALID_DT'] ?? null,
  }
  const grades = await readGrades(call, scan)
  const [waiting, disposed] = [await readWaiting(call, scan), await readDisposed(call, scan)]
  const sameQty = grades.filter((grade) => thousandths(grade.qty) === thousandths(scan.qty))
  const sum = latestSum(grades, scan.qty)
  const undoable = [...sameQty.map((part) => [part]), ...(sum ? [sum] : [])].flatMap((pieces) => {
    const movements = findDisposalMovements(pieces, waiting, disposed)
    return movements ? [{ pieces, movements }] : []
  })
  const [undone] = undoable
  if (!undone) throw conflictingRows([{ row: row.no, column: 'QTY', text: nothingToUndo }])
  if (undone.movements.length > 0) {
    const REASON = ledgerReason('UNDONE')
    const rows = undone.movements.map((movement) => {
      return { ...row, values: { MOVEMENT_NO: String(movement), REASON } }
    })
    await reverseWorkHandler.run({ ...call, rows })
  }
  await recordGrades(
    call,
    undone.pieces.map(({ line_no, lot_id, qty }) => {
      return {
        no: row.no,
        receipt_no: scan.receipt,
        line_no,
        lot_id,
        grade_cd: scan.grade,
        qty: -qty,
      }
    }),
  )
}
