import sql, { type Sql } from 'sql-template-tag'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import type { PlacementDoor } from '../rules/placement-doors.ts'
import { readSerials } from '../rules/serial-numbers.ts'
import { serialStatus } from '../rules/serial-status.ts'
import type { Posting, SerialKind, SerialMovement, SerialPart } from './posting.ts'
import { registerSerials } from './register-serials.ts'
import { serialsError, explainSerials, serialsColumn, serialTexts } from './serial-errors.ts'
import { arrivingSerials, leavingSerials } from './serial-pools.ts'

/**
 * Assigns serials to posted movements and records where they are now. A row lists them in
 * `SERIALS`. It can omit them if there is only one choice: all free serials of a balance, those
 * picked for a shipment line, expected on a receipt line or sent in a transit. A reversal uses the
 * serials of its movement. Throws for the rows whose serials differ from their quantity.
 */
export async function postSerials(
  call: Posting,
  door: PlacementDoor | 'OUT',
  movements: Sql,
  posted: readonly number[],
): Promise<void> {
  const parts = toParts(call, await readPosted(call, movements, posted))
  const leaving = parts.filter((part) => part.from_balance_id !== null)
  const arriving = parts.filter((part) => part.from_balance_id === null)
  if (leaving.length > 0) await assign(call, door, leaving, leavingSerials)
  if (arriving.length === 0) return
  await registerSerials(
    call,
    arriving.filter(({ kind }) => kind === 'NEW'),
  )
  await assign(call, door, arriving, arrivingSerials)
}

const keyColumns = sql`doc_no, doc_line, movement_cd, from_place_cd, to_place_cd,
  coalesce(from_balance_id, 0), coalesce(to_balance_id, 0), coalesce(reverses_no, 0)`

function readPosted(
  call: Posting,
  movements: Sql,
  posted: readonly number[],
): Promise<SerialMovement[]> {
  return call.tx.query<SerialMovement>(sql`
    with given as (
      select x.*, row_number() over (partition by ${keyColumns} order by qty, no) turn
      from (select m.doc_no, m.doc_line, m.movement_cd, m.from_place_cd, m.to_place_cd,
          m.from_balance_id, m.to_balance_id, m.reverses_no, m.qty,
          (to_jsonb(m) ->> 'no')::integer no, to_jsonb(m) ->> 'serials' serials,
          (to_jsonb(m) ->> 'transit_no')::bigint transit_no
        from (${movements}) m) x),
    made as (
      select s.*, row_number() over (partition by ${keyColumns} order by qty, movement_no) turn
      from stock_movement s where movement_no = any(${[...posted]}::bigint[]))
    select s.movement_no, g.no, s.owner_cd, s.stock_cd, s.movement_cd, s.doc_no, s.doc_line,
      s.from_place_cd, s.from_balance_id, s.to_place_cd, s.to_balance_id, g.transit_no, s.qty,
      s.reverses_no, coalesce(g.serials, l.serial_no) serials,
      (select string_agg(e.serial_no, ' ' order by e.serial_no) from serial e
        where s.movement_cd = 'RECEIPT' and e.receipt_no = s.doc_no
          and e.receipt_line_no = s.doc_line and e.state_cd = ${serialStatus.expected})
        announced,
      c.movement_no carried_no
    from made s
    left join given g on g.turn = s.turn and (g.doc_no, g.doc_line, g.movement_cd, g.from_place_cd,
        g.to_place_cd, coalesce(g.from_balance_id, 0), coalesce(g.to_balance_id, 0),
        coalesce(g.reverses_no, 0))
      = (s.doc_no, s.doc_line, s.movement_cd, s.from_place_cd, s.to_place_cd,
        coalesce(s.from_balance_id, 0), coalesce(s.to_balance_id, 0), coalesce(s.reverses_no, 0))
    left join made c on s.movement_cd = 'TRANSFER' and s.from_place_cd = 'ADJUSTMENT'
      and c.movement_cd = 'TRANSFER' and c.to_place_cd = 'ADJUSTMENT' and c.doc_no = s.doc_no
      and c.doc_line = s.doc_line
    left join receipt_line l on s.movement_cd = 'RECEIPT' and l.receipt_no = s.doc_no
      and l.line_no = s.doc_line
    order by s.movement_no`)
}

function rowNumber({ rows = [] }: Posting, { no, doc_no }: SerialMovement): number {
  const named = rows.find(({ values }) => values['SHIPMENT_NO'] === doc_no)
  return no ?? named?.no ?? rows[0]?.no ?? 1
}

function serialKind(movement: SerialMovement, isNamed: boolean): SerialKind {
  if (movement.reverses_no !== null) return 'REVERSE'
  if (movement.from_balance_id !== null) {
    if (movement.movement_cd === 'SHIPMENT') return 'PICKED'
    return isNamed ? 'NAMED' : 'WHOLE'
  }
  if (movement.from_place_cd === 'TRANSIT') return 'TRANSIT'
  return movement.carried_no === null ? 'NEW' : 'CARRY'
}

function groupKey(
  kind: SerialKind,
  row: number,
  movement: SerialMovement,
  isNamed: boolean,
): string {
  switch (kind) {
    case 'PICKED':
      return `${kind} ${movement.doc_no} ${movement.doc_line} ${movement.from_balance_id}`
    case 'NAMED':
      return `${kind} ${row} ${movement.from_balance_id}`
    case 'WHOLE':
      return `${kind} ${movement.from_balance_id}`
    case 'TRANSIT':
      return `${kind} ${movement.transit_no} ${isNamed ? row : ''}`
    case 'NEW':
      return `${kind} ${row} ${movement.doc_no} ${movement.doc_line}`
    case 'CARRY':
    case 'REVERSE':
      return `${kind} ${movement.movement_no}`
  }
}

const namedKinds: ReadonlySet<SerialKind> = new Set<SerialKind>(['NAMED', 'TRANSIT', 'NEW'])

/**
 * Assigns each movement of a row its range (`lo` to `hi`) of the serials the row names. Throws if
 * the number of serials differs from the quantity.
 */
function toParts(call: Posting, posted: readonly SerialMovement[]): SerialPart[] {
  const errors: RowError[] = []
  const filled = new Map<string, number>()
  const parts = posted.map((movement): SerialPart => {
    const row = rowNumber(call, movement)
    const written = call.rows?.find(({ no }) => no === row)?.values[serialsColumn]
    const named = movement.serials ?? written ?? null
    const { numbers, error } = readSerials(String(named ?? movement.announced ?? ''))
    if (error) errors.push(serialsError(row, error))
    const isNamed = numbers.length > 0
    const kind = serialKind(movement, isNamed)
    const grp = groupKey(kind, row, movement, isNamed)
    const lo = filled.get(grp) ?? 0
    filled.set(grp, lo + movement.qty)
    const names = namedKinds.has(kind) && isNamed ? numbers : null
    const isAnnounced = named === null
    return { ...movement, kind, grp, row, names, isAnnounced, lo, hi: lo + movement.qty }
  })
  if (errors.length === 0) errors.push(...nameErrors(parts))
  if (errors.length > 0) throw invalidRows(keepFirstPerRow(errors))
  return parts
}

const keepFirstPerRow = (errors: readonly RowError[]): RowError[] => [
  ...new Map(errors.map((error) => [error.row, error])).values(),
]

/** Arriving serials are compared by document line, because a row can receive an entire document. */
const nameScope = ({ kind, grp, row }: SerialPart): string => (kind === 'NEW' ? grp : String(row))

function nameErrors(parts: readonly SerialPart[]): RowError[] {
  const named = parts.filter(({ kind }) => namedKinds.has(kind) || kind === 'WHOLE')
  const users = new Map<string, string>()
  return [...Map.groupBy(named, nameScope)].flatMap(([scope, own]): RowError[] => {
    const [first] = own
    const row = first?.row ?? 1
    const names = first?.names ?? null
    const qty = sumParts(own)
    const ends = new Set(own.map((part) => `${part.grp} ${part.to_place_cd} ${part.to_balance_id}`))
    const isApart = ends.size > new Set(own.map(({ grp }) => grp)).size
    if (names === null) {
      const isOpen = own.some(({ kind }) => kind === 'NEW') || isApart
      return isOpen ? [serialsError(row, serialTexts.missing(qty))] : []
    }
    if (isApart) return [serialsError(row, serialTexts.apart)]
    if (names.length !== qty) {
      const isMissing = first?.isAnnounced
      return [
        serialsError(
          row,
          isMissing ? serialTexts.missing(qty) : serialTexts.count(names.length, qty),
        ),
      ]
    }
    return names.flatMap((name): RowError[] => {
      const key = `${first?.owner_cd} ${first?.stock_cd} ${name}`
      const isTwice = (users.get(key) ?? scope) !== scope
      users.set(key, scope)
      return isTwice ? [serialsError(row, serialTexts.twice(name))] : []
    })
  })
}

const sumParts = (parts: readonly SerialPart[]): number =>
  parts.reduce((sum, { qty }) => sum + Math.round(qty * 1000), 0) / 1000

const partTypes = sql`movement_no bigint, grp text, kind text, owner_cd text, stock_cd text,
  movement_cd text, doc_no text, doc_line integer, from_balance_id bigint, to_place_cd text,
  to_balance_id bigint, transit_no bigint, reverses_no bigint, carried_no bigint, lo numeric,
  hi numeric, names jsonb`

const placeState = (door: PlacementDoor | 'OUT'): Sql => sql`case
  when p.to_place_cd = 'SUPPLIER' then ${serialStatus.expected}
  when p.to_place_cd = 'CUSTOMER' then ${serialStatus.shipped}
  when p.to_place_cd = 'TRANSIT' then ${serialStatus.inTransit}
  when p.to_place_cd = 'ADJUSTMENT' and p.movement_cd = 'ADJUST' then ${serialStatus.discarded}
  when p.to_place_cd = 'ADJUSTMENT' then ${serialStatus.consumed}
  when ${door === 'CANCEL_SHIP'} then ${serialStatus.picked}
  when b.condition_cd = 'INSPECT' then ${serialStatus.inspection}
  else ${serialStatus.inStock} end`

/**
 * Moves the serials of each group and records their events. Throws if the number of serials
 * differs.
 */
async function assign(
  call: Posting,
  door: PlacementDoor | 'OUT',
  parts: readonly SerialPart[],
  pool: Sql,
): Promise<void> {
  // Only the first movement of a group contains the serial names.
  const given = parts.map((part) => ({ ...part, names: part.lo === 0 ? part.names : null }))
  const found = await call.tx.query<{ grp: string; found: number }>(sql`
    with p as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) p(${partTypes})),
    pool as materialized (
      select q.grp, q.serial_id,
        row_number() over (partition by q.grp order by q.place, q.serial_id) place
      from (${pool}) q),
    moved as (
      update serial s set stock_cd = p.stock_cd, balance_id = p.to_balance_id,
        state_cd = ${placeState(door)}, last_movement_no = p.movement_no,
        alloc_id = case when ${door === 'CANCEL_SHIP'} then (select a.alloc_id from allocation a
          where a.shipment_no = p.doc_no and a.line_no = p.doc_line
            and a.balance_id = p.to_balance_id) end
      from pool join p on p.grp = pool.grp and pool.place > p.lo and pool.place <= p.hi
      left join stock_balance b on b.balance_id = p.to_balance_id
      where s.serial_id = pool.serial_id
      returning s.serial_id, s.state_cd, p.movement_no),
    noted as (
      insert into serial_event (serial_id, state_cd, movement_no, user_id, noted_at)
      select serial_id, state_cd, movement_no, ${call.userId}, ${currentTimestamp} from moved
      order by movement_no, serial_id)
    select grp, count(*) found from pool group by grp`)
  const counts = new Map(found.map((group) => [group.grp, group.found]))
  const wrong = [...Map.groupBy(parts, ({ grp }) => grp)].flatMap(([grp, own]) =>
    (counts.get(grp) ?? 0) === sumParts(own) ? [] : [own],
  )
  if (wrong.length > 0) throw invalidRows(await explain(call, parts, wrong))
}

/** Errors for groups whose serial count differs from their piece count. */
async function explain(
  call: Posting,
  parts: readonly SerialPart[],
  wrong: readonly (readonly SerialPart[])[],
): Promise<RowError[]> {
  const errors: RowError[] = []
  for (const own of wrong) {
    const [first] = own
    if (!first) continue
    const { row, owner_cd: owner, stock_cd: item, names } = first
    const isOnly = names?.length === 1
    const named = (names ?? []).map((serial) => ({ row, owner, item, serial, isOnly }))
    const other = await explainSerials(
      call,
      named,
      parts.map(({ movement_no }) => movement_no),
    )
    const text = first.kind === 'REVERSE' ? serialTexts.moved : serialTexts.missing(sumParts(own))
    errors.push(other[0] ?? serialsError(row, text))
  }
  return keepFirstPerRow(errors)
}
