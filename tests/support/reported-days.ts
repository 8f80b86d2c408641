import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

/** A movement of the ledger, in thousandths and millionths. */
interface MovementRow extends Record<string, unknown> {
  no: number
  kind: string
  doc: string
  line: number
  day: string
  qty: number
  cbm: number
  reverses: number | null
}

interface Ordered extends Record<string, unknown> {
  kind: string
  doc: string
  line: number
  plan: string
  qty: number
}

export interface Work {
  qty: number
  cbm: number
}

export interface PlanFigures {
  ordered: number
  done: number
  late: number
  documents: number
  full: number
  onTime: number
}

export const emptyPlan = (): PlanFigures => ({
  ordered: 0,
  done: 0,
  late: 0,
  documents: 0,
  full: 0,
  onTime: 0,
})

/**
 * Expected figures of every date, computed from the raw ledger and the orders: by posting date, and
 * by planned date, where work reversed later remains on its planned date.
 */
export class ReportedDays {
  readonly posted = new Map<string, Work>()
  readonly planned = new Map<string, PlanFigures>()
  /** Number of documents with work reversed on a later date. */
  corrected = 0

  constructor(moved: readonly MovementRow[], ordered: readonly Ordered[]) {
    const byNo = new Map(moved.map((row) => [row.no, row]))
    for (const row of moved) {
      const work = this.#work(row.day)
      work.qty += signedQuantity(row)
      work.cbm += row.reverses === null ? row.cbm : -(byNo.get(row.reverses)?.cbm ?? 0)
    }
    for (const [doc, lines] of Map.groupBy(ordered, (movement) => movement.doc)) {
      const moves = moved.filter((row) => row.doc === doc)
      this.#document(lines, moves, byNo)
    }
  }

  #work(day: string): Work {
    const work = this.posted.get(day) ?? { qty: 0, cbm: 0 }
    this.posted.set(day, work)
    return work
  }

  #plan(day: string): PlanFigures {
    const plan = this.planned.get(day) ?? emptyPlan()
    this.planned.set(day, plan)
    return plan
  }

  #document(
    lines: readonly Ordered[],
    moves: readonly MovementRow[],
    byNo: ReadonlyMap<number, MovementRow>,
  ): void {
    const planDay = lines[0]?.plan ?? ''
    const getDay = (row: MovementRow) => byNo.get(row.reverses ?? row.no)?.day ?? ''
    const first = moves.findIndex((move) => getDay(move) < move.day && planDay < move.day)
    if (first >= 0) this.corrected += 1
    const before = first < 0 ? moves : moves.slice(0, first)
    for (const move of moves) {
      const plan = this.#plan(before.includes(move) ? planDay : move.day)
      plan.done += signedQuantity(move)
      if (getDay(move) > planDay) plan.late += signedQuantity(move)
    }
    const plan = this.#plan(planDay)
    plan.documents += 1
    const sumDone = (line: number) =>
      before.filter((row) => row.line === line).reduce((sum, row) => sum + signedQuantity(row), 0)
    for (const line of lines) plan.ordered += line.qty
    if (lines.every((line) => sumDone(line.line) >= line.qty)) plan.full += 1
    const back = new Set(before.map((row) => row.reverses))
    const remaining = before.filter((row) => row.reverses === null && !back.has(row.no))
    if (remaining.length > 0 && remaining.every((row) => row.day <= planDay)) plan.onTime += 1
  }
}

const signedQuantity = (row: MovementRow) => (row.reverses === null ? row.qty : -row.qty)

export async function compareReportedDays(
  db: Database,
  kind: 'RECEIPT' | 'SHIPMENT',
  items: string,
): Promise<ReportedDays> {
  const moved = await db.query<MovementRow>(sql`
    select movement_no no, movement_cd kind, doc_no as doc, doc_line as line,
      to_char(business_dt, 'YYYYMMDD') as day, (qty * 1000)::bigint qty, (cbm * 1000000)::bigint cbm,
      reverses_no reverses
    from stock_movement where movement_cd = ${kind} and stock_cd = any(${items.split(',')}::text[])
    order by movement_no`)
  const ordered = await db.query<Ordered>(
    kind === 'RECEIPT'
      ? sql`select l.receipt_no as doc, l.line_no as line, to_char(h.receipt_dt, 'YYYYMMDD') as plan,
          (l.order_qty * 1000)::bigint qty from receipt h join receipt_line l using (receipt_no)
          where l.stock_cd = any(${items.split(',')}::text[])`
      : sql`select l.shipment_no as doc, l.line_no as line, to_char(h.shipment_dt, 'YYYYMMDD') as plan,
          (l.order_qty * 1000)::bigint qty from shipment h join shipment_line l using (shipment_no)
          where l.stock_cd = any(${items.split(',')}::text[])`,
  )
  return new ReportedDays(moved, ordered)
}
