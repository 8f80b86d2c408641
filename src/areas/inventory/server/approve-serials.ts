import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse } from '#server/auth/visible-names.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { serialStepFrom } from '../rules/serial-status.ts'
import { isOfDecidingRound } from './compare-serials.ts'
import { prefixSerial, serialPlace, serialsColumn } from './serial-errors.ts'
import { insufficientStock } from './work-engine.ts'

/** Approved count line, in the order of the rows. */
interface ApprovedLine extends Record<string, unknown> {
  readonly no: number
  readonly job_no: string
  readonly line_no: number
  readonly balance_id: number
  readonly adjust_qty: number | null
  readonly reason: string | null
  readonly free: number
  readonly promised_to: string | null
}

/** One movement of an approval. If a serial was elsewhere, both its movements share `doc_line`. */
export interface CountAdjustment extends Record<string, unknown> {
  /** Number of the row of the call. */
  readonly row: number
  readonly doc_line: number
  readonly balance_id: number
  readonly adjust_qty: number
  readonly reason: string | null
  readonly serials: string | null
}

interface Difference extends Record<string, unknown> {
  readonly no: number
  readonly serial_id: string | null
  readonly serial_no: string
  readonly result_cd: 'MISSING' | 'FOREIGN'
  readonly place_id: number | null
  readonly state_cd: string | null
  readonly balance_id: number | null
  readonly cell_cd: string | null
  readonly shipment_no: string | null
  readonly is_here: boolean
  /** Whether the caller may see where the serial is. */
  readonly is_visible: boolean
  /** Unapproved line of the job that misses the serial. */
  readonly missed_by: number | null
  /** Whether a line of the job that is counted by quantity takes pieces from the same place. */
  readonly is_by_quantity: boolean
  readonly free: number | null
}

const approveTogetherText = (serial: string, cell: string): Label =>
  label(
    `${serial}: ${cell}의 실사 행과 함께 승인하세요.`,
    `${serial}: Approve it together with the count line of ${cell}.`,
  )

const approveFirstText = (serial: string, cell: string): Label =>
  label(
    `${serial}: ${cell}의 실사 행을 먼저 승인하세요.`,
    `${serial}: Approve the count line of ${cell} first.`,
  )

const countedBySerial = label(
  '시리얼로 실사한 행입니다. 시리얼을 지우세요. 실사가 다르면 재실사를 지시하세요.',
  'This line was counted by serial. Clear the serials, or request a recount if they differ.',
)

const findMovedSince = (serial: string): Label =>
  label(
    `${serial}: 실사 후 이동한 시리얼입니다. 재실사를 지시하세요.`,
    `${serial} moved since the count. Request a recount.`,
  )

function readDifferences(call: SaveCall, lines: readonly ApprovedLine[]): Promise<Difference[]> {
  const { tx, scope } = call
  return tx.query<Difference>(sql`
    select r.no, s.serial_id::text, n.serial_no, n.result_cd, n.place_id, s.state_cd, s.balance_id,
      case when p.wcode = ${scope.wcode} then p.cell_cd else p.wcode || ' ' || p.cell_cd end cell_cd,
      coalesce(a.shipment_no, m.doc_no) shipment_no,
      coalesce(p.wcode = ${scope.wcode}, false) is_here,
      ${isVisibleWarehouse(sql`coalesce(p.wcode, h.wcode, m.wcode)`, call)} is_visible,
      (select x.line_no from count_serial x join count_line o using (job_no, line_no)
        where x.job_no = l.job_no and x.result_cd = 'MISSING' and x.serial_no = n.serial_no
          and o.balance_id = n.place_id and o.work_no is null and o.serial_diff > 0
          and x.recount_yn = case when o.recount_qty is null then 'N' else 'Y' end
        limit 1) missed_by,
      exists (select from count_line o where o.job_no = l.job_no and o.balance_id = n.place_id
        and o.line_no <> l.line_no and o.work_no is null and o.diff_qty <> 0
        and o.serial_diff = 0) is_by_quantity,
      p.qty - p.alloc_qty - p.pick_qty free
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(no integer, job_no text,
      line_no integer)
    join count_line l on l.job_no = r.job_no and l.line_no = r.line_no
    join stock_balance b on b.balance_id = l.balance_id
    join count_serial n on ${isOfDecidingRound} and n.result_cd <> 'SAME'
    left join serial s on s.owner_cd = b.owner_cd and s.stock_cd = b.stock_cd
      and s.serial_no = n.serial_no
    left join stock_balance p on p.balance_id = s.balance_id
    left join allocation a on a.alloc_id = s.alloc_id
    left join shipment h on h.shipment_no = a.shipment_no
    left join stock_movement m on m.movement_no = s.last_movement_no
    where l.serial_diff > 0 order by r.no, n.serial_no`)
}

/** States of a serial on a shelf. */
const shelfStates: readonly string[] = serialStepFrom.take
const missingStates: readonly string[] = serialStepFrom.find

/** Reason why a difference cannot be posted, undefined if it can. */
function findDifferenceError(difference: Difference, job: ReadonlySet<number>): Label | undefined {
  const { serial_no: serial, state_cd: state, balance_id, place_id, missed_by } = difference
  const isAt = state !== null && shelfStates.includes(state) && balance_id === place_id
  if (difference.result_cd === 'MISSING') return isAt ? undefined : findMovedSince(serial)
  if (state === null || (balance_id === null && missingStates.includes(state))) return undefined
  if (!difference.is_here || !shelfStates.includes(state)) {
    return prefixSerial(serial, false, serialPlace({ ...difference, state_cd: state }))
  }
  if (!isAt) return findMovedSince(serial)
  if (difference.is_by_quantity) return approveFirstText(serial, difference.cell_cd ?? '')
  return missed_by === null || job.has(missed_by)
    ? undefined
    : approveTogetherText(serial, difference.cell_cd ?? '')
}

/**
 * Error if moving serials would leave too few: missing ones must not reduce a balance below its
 * allocations, nor foreign ones the balance they come from.
 */
function tooFewError(line: ApprovedLine, own: readonly Difference[]): Label | undefined {
  const missing = own.filter(({ result_cd }) => result_cd === 'MISSING')
  if (missing.length > line.free) return insufficientStock(line.free, line.promised_to)
  const foreign = own.filter(({ result_cd }) => result_cd === 'FOREIGN')
  const short = [...Map.groupBy(foreign, ({ balance_id }) => balance_id).values()].find(
    (some) => some[0]?.free !== null && some.length > (some[0]?.free ?? 0),
  )
  return short && insufficientStock(short[0]?.free ?? 0, null)
}

const nextLine = (parts: readonly CountAdjustment[]): number => (parts.at(-1)?.doc_line ?? 0) + 1

function getEnteredSerials(call: SaveCall, line: ApprovedLine): string | null {
  const written = call.rows.find(({ no }) => no === line.no)?.values[serialsColumn]
  return typeof written === 'string' && written.trim() !== '' ? written : null
}

/** Movement of a line counted by quantity. Its serials are listed in the row. */
function toQuantityAdjustment(
  call: SaveCall,
  line: ApprovedLine,
  doc_line: number,
): CountAdjustment {
  return {
    row: line.no,
    doc_line,
    balance_id: line.balance_id,
    adjust_qty: line.adjust_qty ?? 0,
    reason: line.reason,
    serials: getEnteredSerials(call, line),
  }
}

/**
 * Movements that approve lines. A line counted by quantity posts its difference. For a line counted
 * by serial, missing serials leave and foreign ones arrive from their recorded place. Calls
 * `reject` with the row of each line that cannot be approved.
 */
export async function countAdjustments(
  call: SaveCall,
  lines: readonly ApprovedLine[],
  reject: (row: number, text: Label, column: 'DIFF_QTY' | 'SERIALS') => void,
): Promise<CountAdjustment[]> {
  const differences = await readDifferences(call, lines)
  const byRow = Map.groupBy(differences, ({ no }) => no)
  const jobs = Map.groupBy(lines, ({ job_no }) => job_no)
  const moved = new Set(
    differences.flatMap((difference) =>
      difference.result_cd === 'FOREIGN' && difference.balance_id !== null
        ? [difference.serial_id]
        : [],
    ),
  )
  const parts: CountAdjustment[] = []
  for (const line of lines) {
    const own = byRow.get(line.no) ?? []
    const job = new Set((jobs.get(line.job_no) ?? []).map(({ line_no }) => line_no))
    const text =
      own.map((difference) => findDifferenceError(difference, job)).find(Boolean) ??
      tooFewError(line, own)
    if (text) reject(line.no, text, 'DIFF_QTY')
    else if (own.length === 0) parts.push(toQuantityAdjustment(call, line, nextLine(parts)))
    else if (getEnteredSerials(call, line) !== null) reject(line.no, countedBySerial, 'SERIALS')
    else addSerials(parts, line, own, moved)
  }
  return parts
}

/** Serials in `moved` come from the balance of another line and arrive with that line. */
function addSerials(
  parts: CountAdjustment[],
  line: ApprovedLine,
  own: readonly Difference[],
  moved: ReadonlySet<string | null>,
): void {
  const add = (some: readonly Difference[], ends: { from?: number; to?: number }): void => {
    if (some.length === 0) return
    const serials = some.map(({ serial_no }) => serial_no).join(' ')
    const common = { row: line.no, doc_line: nextLine(parts), reason: line.reason, serials }
    for (const [balance, sign] of [
      [ends.from, -1],
      [ends.to, 1],
    ] as const) {
      if (balance !== undefined) {
        parts.push({ ...common, balance_id: balance, adjust_qty: sign * some.length })
      }
    }
  }
  const missing = own.filter(
    ({ result_cd, serial_id }) => result_cd === 'MISSING' && !moved.has(serial_id),
  )
  add(missing, { from: line.balance_id })
  const foreign = own.filter(({ result_cd }) => result_cd === 'FOREIGN')
  for (const [place, some] of Map.groupBy(foreign, ({ balance_id }) => balance_id)) {
    add(some, { ...(place === null ? {} : { from: place }), to: line.balance_id })
  }
}
