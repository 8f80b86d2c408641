import sql, { join, raw, type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { postMovements, type PostedWork } from './post-movements.ts'
import { rejectBadRelabels } from './relabel-rules.ts'
import { withNotices } from './with-notices.ts'

/** Attributes of a balance that can change, with their SQL over balance `b` and lot `l`. */
const balanceFacts = {
  stock_cd: 'b.stock_cd',
  lot_no: 'l.lot_no',
  mark: 'l.mark',
  plot: 'l.plot',
  made_dt: 'l.made_dt',
  valid_dt: 'l.valid_dt',
  cell_cd: 'b.cell_cd',
  pallet_no: 'b.pallet_no',
  box_no: 'b.box_no',
  condition_cd: 'b.condition_cd',
} as const

type BalanceFact = keyof typeof balanceFacts

export interface StockWork {
  /** Kind of the document. A move is posted as MOVE, every other kind as TRANSFER. */
  readonly kind: 'MOVE' | 'HOLD' | 'LOT' | 'MARK' | 'ITEM' | 'RETURN'
  /** Rows `r` and their balances `b`: `… r join stock_balance b on …`. */
  readonly from: Sql
  /** Quantity to take: SQL over the row, all free stock, or the entire balance. */
  readonly take: Sql | 'free' | 'whole'
  readonly becomes: Readonly<Partial<Record<BalanceFact, Sql>>>
  /** Columns on which a rejected quantity and a change without effect are reported. */
  readonly columns: readonly [quantity: string, change: string]
  readonly noneMessage?: Label
  readonly done: (count: number) => Label
  /** Runs after the balances are locked, before the free quantities are read. */
  readonly release?: (parts: readonly Part[]) => Promise<void>
  /** Runs after posting. */
  readonly follow?: (parts: readonly Part[]) => Promise<void>
}

export const noStock = label(
  '재고를 찾을 수 없습니다. 다시 조회하세요.',
  'Stock not found. Search again.',
)

export interface Part extends Record<string, unknown> {
  no: number
  balance_id: number
  to_balance_id: number
  stock_cd: string
  to_stock_cd: string
}

interface TakenPart extends Part {
  taken: number
  free: number
  wanted: number
  promised_to: string | null
}

const partTypes = `no integer, balance_id bigint, to_balance_id bigint, owner_cd text,
  stock_cd text, lot_id bigint, bonded_cd text, cargo_no text, received_dt date, wanted numeric,
  reason text, to_stock_cd text, to_lot_no text, to_mark text, to_plot text, to_made_dt date,
  to_valid_dt date, to_cell_cd text, to_pallet_no text, to_box_no text, to_condition_cd text,
  taken numeric`

/** Kinds of work that can change lot or item. Moves and holds skip the query. */
const relabellingKinds: ReadonlySet<StockWork['kind']> = new Set(['LOT', 'MARK', 'ITEM', 'RETURN'])

export const nothingToChange = label(
  '변경할 내용이 없습니다. 새 값을 입력하세요.',
  'Nothing to change. Enter a new value.',
)

/**
 * Applies one change of stock to all rows of a save, restricted to balances in the caller's scope.
 * Creates the targets, locks every balance in key order, then checks the quantities and posts.
 * Rejects all failing rows together.
 */
export async function changeStock(call: SaveCall, work: StockWork): Promise<SaveResult> {
  const requested = await readParts(call, work)
  rejectRowsWithout(call, requested, work.columns[0], work.noneMessage ?? noStock)
  if (relabellingKinds.has(work.kind)) await rejectBadRelabels(call, work, requested)
  const placed = await makeTargets(call, requested)
  const parts = placed.filter((part) => part.balance_id !== part.to_balance_id)
  rejectRowsWithout(call, parts, work.columns[1], nothingToChange)
  await lockBalances(
    call.tx,
    parts.flatMap((part) => [part.balance_id, part.to_balance_id]),
  )
  await work.release?.(parts)
  const taken = await takeFrom(call, work, parts)
  const workNo = await openWork(call, work.kind)
  const { notices } = await postParts(call, work.kind, workNo, taken)
  await work.follow?.(parts)
  const rows = call.rows.map((row) => ({ ROW: row.no, DOC_NO: workNo }))
  return withNotices({ rows, message: work.done(taken.length) }, notices)
}

/** Locks balances in key order, like all postings do. */
export async function lockBalances(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
    select 1 from stock_balance where balance_id = any(${[...ids]}::bigint[])
    order by balance_id for no key update`)
}

/**
 * Creates a document for work on stock. Must be called after the balances are locked, because the
 * number sequence is a point of contention.
 */
export async function openWork(call: SaveCall, kind: string): Promise<string> {
  const [made] = await call.tx.query<{ work_no: string }>(sql`
    insert into inventory_work (work_no, wcode, work_cd, created_by)
    select no, ${call.scope.wcode}, ${kind}, ${call.userId}
    from ${nextNumbers(call, 'INVENTORY', 1)} no returning work_no`)
  if (!made) throw new Error('no number for work on stock')
  return made.work_no
}

export function isInScope({ scope }: Pick<SaveCall, 'scope'>): Sql {
  return sql`b.wcode = ${scope.wcode} and (${scope.owners === null}
    or b.owner_cd = any(${[...(scope.owners ?? [])]}::text[]))`
}

/** Shipment of allocation `a`, or its move task, such as `#12`. */
export const allocatedDemand = sql`coalesce(a.shipment_no, '#' || a.task_no)`

/** Shipments and move tasks that balance `b` is allocated to. */
export const allocatedTo = sql`(select
    string_agg(distinct ${allocatedDemand}, ', ') from allocation a
  where a.balance_id = b.balance_id and a.alloc_qty + a.pick_qty > 0)`

/** `allocated` names shipments and move tasks as `allocatedTo` does. */
export function insufficientStock(free: number, allocated: string | null): Label {
  if (!allocated) return label(`작업 가능 수량은 ${free}입니다.`, `Only ${free} available.`)
  const names = allocated.split(', ')
  const tasks = names.filter((name) => name.startsWith('#')).join(', ')
  const shipments = names.filter((name) => !name.startsWith('#')).join(', ')
  const demands = [
    shipments && label(`출고 ${shipments}`, `shipment ${shipments}`),
    tasks && label(`이동작업 ${tasks}`, `move task ${tasks}`),
  ].filter((demand) => demand !== '')
  const [ko, en] = [
    demands.map((demand) => demand.ko).join(', '),
    demands.map((demand) => demand.en).join(' and '),
  ]
  return label(
    `${ko}에 할당된 재고입니다. 작업 가능 수량은 ${free}입니다.`,
    `Allocated to ${en}; ${free} available.`,
  )
}

function partRelation(parts: readonly Record<string, unknown>[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p(${raw(partTypes)})`
}

async function readParts(call: SaveCall, work: StockWork): Promise<Part[]> {
  const names = Object.keys(balanceFacts) as BalanceFact[]
  const columns = names.map(
    (name) => sql`${work.becomes[name] ?? raw(balanceFacts[name])} ${raw(`to_${name}`)}`,
  )
  const wanted = typeof work.take === 'string' ? sql`null::numeric` : work.take
  return call.tx.query<Part>(sql`
    select r.no, b.balance_id, b.owner_cd, b.stock_cd, b.lot_id, b.bonded_cd, b.cargo_no,
      l.received_dt, ${wanted} wanted, r.reason, ${join(columns)}
    from ${work.from} join lot l on l.lot_id = b.lot_id
    where b.qty > 0 and ${isInScope(call)} order by r.no, b.balance_id`)
}

function rejectRowsWithout(
  call: SaveCall,
  parts: readonly { no: number }[],
  column: string,
  text: Label,
): void {
  const met = new Set(parts.map(({ no }) => no))
  const errors = call.rows
    .filter(({ no }) => !met.has(no))
    .map(({ no }): RowError => ({ row: no, text, column }))
  if (errors.length) throw conflictingRows(errors)
}

async function makeTargets(call: SaveCall, parts: readonly Part[]): Promise<Part[]> {
  const p = partRelation(parts)
  await call.tx.execute(sql`
    insert into lot (owner_cd, stock_cd, lot_no, mark, plot, made_dt, received_dt, valid_dt)
    select distinct owner_cd, to_stock_cd, to_lot_no, to_mark, to_plot, to_made_dt, received_dt,
      to_valid_dt
    from ${p} order by 1, 2, 3 on conflict on constraint lot_facts do nothing`)
  const lots = sql`${p} join lot t on t.owner_cd = p.owner_cd and t.stock_cd = p.to_stock_cd
    and t.lot_no = lot_spelling(p.owner_cd, p.to_stock_cd, p.to_lot_no) and t.mark = p.to_mark and t.plot = p.to_plot
    and t.received_dt = p.received_dt and t.made_dt is not distinct from p.to_made_dt
    and t.valid_dt is not distinct from p.to_valid_dt`
  await call.tx.execute(sql`
    insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, box_no,
      condition_cd, bonded_cd, cargo_no)
    select distinct ${call.scope.wcode}, p.owner_cd, p.to_stock_cd, t.lot_id, p.to_cell_cd,
      p.to_pallet_no, p.to_box_no, p.to_condition_cd, p.bonded_cd, p.cargo_no
    from ${lots} order by 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict on constraint stock_balance_key do nothing`)
  return call.tx.query<Part>(sql`
    select p.*, b.balance_id to_balance_id from (
      select p.no, p.balance_id, p.owner_cd, p.stock_cd, p.lot_id, p.bonded_cd, p.cargo_no,
        p.received_dt, p.wanted, p.reason, p.to_stock_cd, p.to_lot_no, p.to_mark, p.to_plot,
        p.to_made_dt, p.to_valid_dt, p.to_cell_cd, p.to_pallet_no, p.to_box_no,
        p.to_condition_cd, t.lot_id to_lot_id
      from ${lots}) p
    join stock_balance b on b.wcode = ${call.scope.wcode} and b.owner_cd = p.owner_cd
      and b.stock_cd = p.to_stock_cd and b.lot_id = p.to_lot_id and b.cell_cd = p.to_cell_cd
      and b.pallet_no = p.to_pallet_no and b.box_no = p.to_box_no
      and b.condition_cd = p.to_condition_cd and b.bonded_cd = p.bonded_cd
      and b.cargo_no = p.cargo_no
    order by p.no, p.balance_id`)
}

/** Quantity taken from each balance, read under lock. Allocated stock is never taken. */
async function takeFrom(
  call: SaveCall,
  work: StockWork,
  parts: readonly Part[],
): Promise<TakenPart[]> {
  const free = sql`(b.qty - b.alloc_qty - b.pick_qty)`
  const whole = work.take === 'whole' ? sql`b.qty` : free
  const taken = typeof work.take === 'string' ? whole : sql`p.wanted`
  const rows = await call.tx.query<TakenPart>(sql`
    select q.*, sum(q.taken) over (partition by q.balance_id) wanted from (
      select p.no, p.balance_id, p.to_balance_id, p.owner_cd, p.stock_cd, p.to_stock_cd,
        p.to_cell_cd, p.to_pallet_no, p.to_box_no, p.reason, ${taken} taken, ${free} free,
        ${allocatedTo} promised_to
      from ${partRelation(parts)} join stock_balance b on b.balance_id = p.balance_id) q
    order by q.no, q.balance_id`)
  const moving = rows.filter((row) => row.taken > 0)
  const moved = new Set(moving.map((row) => row.no))
  const short = rows.filter((row) => row.wanted > row.free || !moved.has(row.no))
  const errors = [...new Map(short.map((row) => [row.no, row])).values()].map((row): RowError => ({
    row: row.no,
    text: insufficientStock(row.free, row.promised_to),
    column: work.columns[0],
  }))
  if (errors.length) throw invalidRows(errors)
  return moving
}

/**
 * Stock that becomes another item leaves as the old item and arrives as the new one through the
 * adjustment place. This makes each item sum to zero over all places. Other stock moves directly
 * between cells.
 */
async function postParts(
  call: SaveCall,
  kind: StockWork['kind'],
  workNo: string,
  parts: readonly TakenPart[],
): Promise<PostedWork> {
  const movement = kind === 'MOVE' ? 'MOVE' : 'TRANSFER'
  const lines = sql`(select p.*, row_number() over (order by p.no, p.balance_id) line
    from ${partRelation(parts)}) p`
  const post = (stock: string, from: string | null, to: string | null, where: string) => sql`
    select p.no, ${call.scope.wcode} wcode, p.owner_cd,
      ${raw(stock)} stock_cd, ${movement} movement_cd, ${workNo} doc_no, p.line::integer doc_line,
      ${from ? 'CELL' : 'ADJUSTMENT'} from_place_cd, ${raw(from ?? 'null::bigint')} from_balance_id,
      ${to ? 'CELL' : 'ADJUSTMENT'} to_place_cd, ${raw(to ?? 'null::bigint')} to_balance_id,
      p.taken qty, p.reason, null::bigint reverses_no
    from ${lines} where ${raw(where)}`
  const [from, to] = ['p.balance_id', 'p.to_balance_id']
  const posted = await postMovements(
    call,
    kind === 'MOVE' ? 'MOVE' : 'RELABEL',
    sql`${post('p.stock_cd', from, to, 'p.stock_cd = p.to_stock_cd')}
      union all ${post('p.stock_cd', from, null, 'p.stock_cd <> p.to_stock_cd')}
      union all ${post('p.to_stock_cd', null, to, 'p.stock_cd <> p.to_stock_cd')}`,
  )
  const twice = parts.filter((part) => part.stock_cd !== part.to_stock_cd).length
  if (posted.count !== parts.length + twice) {
    throw new Error(`${posted.count} of ${parts.length} were posted`)
  }
  return posted
}
