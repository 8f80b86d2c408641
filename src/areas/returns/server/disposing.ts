import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import { serialStatus } from '#areas/inventory/rules/serial-status.ts'
import { lockBalances, openWork, changeStock } from '#areas/inventory/server/work-engine.ts'
import { AppError, conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'

/** Graded pieces of one lot and their disposition. */
export interface Disposal {
  readonly no: number
  readonly receipt_no: string
  readonly line_no: number
  readonly lot_id: number
  readonly grade_cd: string
  readonly dispose_cd: string
  readonly qty: number
  readonly second_stock_cd: string | null
}

interface DisposalPart extends Record<string, unknown>, Disposal {
  /** Position of the part, which is also its line in the stock document. */
  readonly part: number
  readonly balance_id: number
  /** Whether the item requires serials at every posting. */
  readonly is_named: boolean
  readonly serial_no?: string
}

const noStockInInspection = label(
  '검품대기 재고가 부족합니다. 조정·변경한 재고인지 확인하세요.',
  'Not enough stock awaits inspection. Check whether it was adjusted or changed.',
)

/** Moves graded stock out of inspection and records it. Locks the stock it takes. */
export async function dispose(
  call: SaveCall,
  disposals: readonly Disposal[],
): Promise<readonly Label[]> {
  const scrapped = disposals.filter(({ dispose_cd }) => dispose_cd === 'SCRAP')
  const retained = disposals.filter(({ dispose_cd }) => dispose_cd !== 'SCRAP')
  const notices: Label[] = []
  if (retained.length > 0)
    notices.push(...(await transferDisposals(call, await takeParts(call, retained))))
  if (scrapped.length > 0) await scrapDisposals(call, await takeParts(call, scrapped))
  return notices
}

interface InspectionSource extends Record<string, unknown> {
  readonly balance_id: number
  readonly lot_id: number
  readonly free: number
  readonly is_named: boolean
  /** Return lines that arrived in the balance, as `receipt line`. */
  readonly arrived: readonly string[]
}

const lineKey = ({ receipt_no, line_no }: Disposal) => `${receipt_no} ${line_no}`

/** Locks the stock in inspection of the lots and reads it, earliest cell first. */
async function readSources(call: SaveCall, lots: readonly number[]): Promise<InspectionSource[]> {
  const isInInspection = sql`b.wcode = ${call.scope.wcode} and b.lot_id = any(${[...lots]}::bigint[])
    and b.condition_cd = 'INSPECT' and b.qty > 0`
  const balances = await call.tx.query<{ balance_id: number }>(sql`
    select b.balance_id from stock_balance b where ${isInInspection}`)
  await lockBalances(
    call.tx,
    balances.map(({ balance_id }) => balance_id),
  )
  return call.tx.query<InspectionSource>(sql`
    select b.balance_id, b.lot_id, b.qty - b.alloc_qty - b.pick_qty free,
      k.serial_cd = 'ALL' is_named,
      array(select distinct m.doc_no || ' ' || m.doc_line from stock_movement m
        where m.to_balance_id = b.balance_id and m.movement_cd = 'RECEIPT') arrived
    from stock_balance b join stock k using (owner_cd, stock_cd)
    where ${isInInspection} order by b.cell_cd, b.balance_id`)
}

/**
 * Splits disposals over the balances that hold their lots: first those in which the line arrived,
 * then those in which no line arrived, earliest cell first.
 */
async function takeParts(call: SaveCall, disposals: readonly Disposal[]): Promise<DisposalPart[]> {
  const sources = await readSources(
    call,
    disposals.map(({ lot_id }) => lot_id),
  )
  const remaining = new Map(sources.map((source) => [source, Math.round(source.free * 1000)]))
  const rest = new Map(disposals.map((disposal) => [disposal, Math.round(disposal.qty * 1000)]))
  const rounds = [
    (disposal: Disposal, source: InspectionSource) => source.arrived.includes(lineKey(disposal)),
    (_: Disposal, source: InspectionSource) => source.arrived.length === 0,
    () => true,
  ]
  const parts: DisposalPart[] = []
  for (const isNear of rounds) {
    for (const disposal of disposals) {
      for (const source of sources) {
        if (source.lot_id !== disposal.lot_id || !isNear(disposal, source)) continue
        const qty = Math.min(remaining.get(source) ?? 0, rest.get(disposal) ?? 0)
        if (qty <= 0) continue
        remaining.set(source, (remaining.get(source) ?? 0) - qty)
        rest.set(disposal, (rest.get(disposal) ?? 0) - qty)
        const { balance_id, is_named } = source
        parts.push({ ...disposal, balance_id, qty: qty / 1000, is_named, part: parts.length + 1 })
      }
    }
  }
  rejectShortages(disposals, parts)
  return parts.some((part) => part.is_named) ? takeSerials(call, parts) : parts
}

/** Takes the serials that arrived on the line of each part, one part for each. */
async function takeSerials(
  call: SaveCall,
  parts: readonly DisposalPart[],
): Promise<DisposalPart[]> {
  const wanted = parts.filter((part) => part.is_named)
  const found = await call.tx.query<
    Pick<DisposalPart, 'no' | 'balance_id'> & { at: number; serial: string }
  >(
    sql`select p.at - 1 as at, p.no, s.balance_id, s.serial_no serial
      from (select r.*, row_number() over () as at, sum(qty) over w - qty lo, sum(qty) over w hi
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) r(no integer, receipt_no text,
          line_no integer, lot_id bigint, qty numeric, part integer)
        window w as (partition by receipt_no, line_no, lot_id order by part)) p
      join lateral (
        select s.serial_no, s.balance_id, row_number() over (order by s.serial_id) place
        from serial s join stock_balance b using (balance_id)
        where b.lot_id = p.lot_id and s.state_cd = ${serialStatus.inspection}
          and s.serial_id in (select e.serial_id from serial_event e
            join stock_movement m using (movement_no)
            where m.movement_cd = 'RECEIPT' and m.doc_no = p.receipt_no
              and m.doc_line = p.line_no)) s on s.place > p.lo and s.place <= p.hi
      order by p.at, s.place`,
  )
  const named = found.map((one): DisposalPart => {
    const part = wanted[one.at] as DisposalPart
    return { ...part, qty: 1, balance_id: one.balance_id, serial_no: one.serial }
  })
  rejectShortages(wanted, named)
  const others = parts.filter((part) => !part.is_named)
  return [...others, ...named].map((part, index) => ({ ...part, part: index + 1 }))
}

function rejectShortages(disposals: readonly Disposal[], parts: readonly DisposalPart[]): void {
  const sum = (all: readonly { no: number; qty: number }[], no: number) =>
    all
      .filter((part) => part.no === no)
      .reduce((total, { qty }) => total + Math.round(qty * 1000), 0)
  const short = [...new Set(disposals.map(({ no }) => no))].filter(
    (no) => sum(parts, no) < sum(disposals, no),
  )
  if (short.length > 0) {
    throw conflictingRows(short.map((row): RowError => ({ row, text: noStockInInspection })))
  }
}

async function transferDisposals(
  call: SaveCall,
  parts: readonly DisposalPart[],
): Promise<readonly Label[]> {
  const rows = parts.map(({ part: no, serial_no: SERIALS = null }): SaveRow => {
    const row = call.rows[0] as SaveRow
    return { ...row, no, values: { ...row.values, SERIALS } }
  })
  const given = sql`jsonb_to_recordset(${JSON.stringify(
    parts.map((part) => ({ ...part, no: part.part, reason: part.receipt_no })),
  )}::jsonb) r(no integer, balance_id bigint, receipt_no text, dispose_cd text,
    second_stock_cd text, qty numeric, reason text)`
  const done = await changeStock(
    { ...call, rows },
    {
      kind: 'RETURN',
      from: sql`${given} join stock_balance b on b.balance_id = r.balance_id`,
      take: sql`r.qty`,
      becomes: {
        condition_cd: sql`case when r.dispose_cd = 'DAMAGED' then 'DAMAGED'
          when exists (select from receipt h left join shipment s using (shipment_no)
            where h.receipt_no = r.receipt_no and 'Y' in (h.sample_yn, s.sample_yn)) then 'SAMPLE'
          else 'NORMAL' end`,
        stock_cd: sql`case r.dispose_cd when 'SECOND' then r.second_stock_cd else b.stock_cd end`,
      },
      columns: ['DISPOSE_CD', 'DISPOSE_CD'],
      done: () => label('', ''),
    },
  ).catch((error: unknown) => {
    throw toDisposalError(error, parts)
  })
  await recordDisposals(call, String(done.rows?.[0]?.['DOC_NO']), parts)
  return done.warns && done.message ? [done.message] : []
}

/** Reports errors of parts on the rows they belong to. */
function toDisposalError(error: unknown, parts: readonly DisposalPart[]): unknown {
  if (!(error instanceof AppError)) return error
  const numbers = new Map(parts.map(({ part, no }) => [part, no]))
  const rows = error.rows.map((row) => ({ ...row, row: numbers.get(row.row) ?? row.row }))
  return new AppError(error.status, error.code, error.text, rows)
}

async function scrapDisposals(call: SaveCall, parts: readonly DisposalPart[]): Promise<void> {
  const workNo = await openWork(call, 'ADJUST')
  await postMovements(
    call,
    'OUT',
    sql`select p.no, b.wcode, b.owner_cd, b.stock_cd, 'ADJUST' movement_cd, ${workNo} doc_no,
        p.part doc_line, p.serial_no serials, 'CELL' from_place_cd, b.balance_id from_balance_id,
        'ADJUSTMENT' to_place_cd, null::bigint to_balance_id, p.qty, p.receipt_no reason,
        null::bigint reverses_no
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) p(no integer, part integer,
        balance_id bigint, qty numeric, receipt_no text, serial_no text)
      join stock_balance b on b.balance_id = p.balance_id`,
  )
  await recordDisposals(call, workNo, parts)
}

async function recordDisposals(
  call: SaveCall,
  workNo: string,
  parts: readonly DisposalPart[],
): Promise<void> {
  const count = await call.tx.execute(sql`
    insert into return_disposal (receipt_no, line_no, lot_id, grade_cd, dispose_cd, qty,
      movement_no, user_id)
    select p.receipt_no, p.line_no, p.lot_id, p.grade_cd, p.dispose_cd, p.qty, m.movement_no,
      ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) p(part integer, receipt_no text,
      line_no integer, lot_id bigint, grade_cd text, dispose_cd text, qty numeric,
      balance_id bigint)
    join stock_movement m on m.doc_no = ${workNo} and m.doc_line = p.part
      and m.from_balance_id = p.balance_id
    order by p.part`)
  if (count !== parts.length) throw new Error(`${count} of ${parts.length} disposals recorded`)
}
