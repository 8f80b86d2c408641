import sql, { type Sql } from 'sql-template-tag'
import { readSerials } from '#areas/inventory/rules/serial-numbers.ts'
import { serialStatus } from '#areas/inventory/rules/serial-status.ts'
import {
  serialsError,
  explainSerials,
  serialsColumn,
  serialTexts,
} from '#areas/inventory/server/serial-errors.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'

/** Condition on allocation `a`: its item requires serials at every posting. */
export const isSerialised = sql`exists (select from stock_balance b
  join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
  where b.balance_id = a.balance_id and k.serial_cd = 'ALL')`

interface NamedPick {
  readonly no: number
  readonly alloc_id: number
  readonly qty: number
  readonly names: readonly string[] | null
}

function readNames(call: SaveCall, serials: ReadonlySet<number>, column: string): NamedPick[] {
  const errors: RowError[] = []
  const named = call.rows.flatMap(({ no, values }): NamedPick[] => {
    const [alloc_id, qty] = [Number(values['ALLOC_ID']), Number(values[column])]
    if (!serials.has(alloc_id)) return []
    const { numbers, error } = readSerials(String(values[serialsColumn] ?? ''))
    const names = numbers.length > 0 ? numbers : null
    if (error) errors.push(serialsError(no, error))
    else if (names && names.length !== qty) {
      errors.push(serialsError(no, serialTexts.count(names.length, qty)))
    }
    return [{ no, alloc_id, qty, names }]
  })
  if (errors.length > 0) throw invalidRows(errors)
  return named
}

const namedSerials = (named: readonly NamedPick[]): Sql => sql`
  jsonb_to_recordset(${JSON.stringify(named)}::jsonb) r(no integer, alloc_id bigint, qty numeric,
    names jsonb)
  join allocation a on a.alloc_id = r.alloc_id`

const isNamed = sql`coalesce(r.names ? s.serial_no, true)`

/**
 * Assigns serials to the picked pieces of each row and matches them to its shipment line. A row
 * without serials takes all serials of its balance if their number equals the picked quantity. Call
 * it after the allocations were changed, which locks their balances.
 */
export async function pickSerials(call: SaveCall, serials: ReadonlySet<number>): Promise<void> {
  const named = readNames(call, serials, 'PICKED_QTY')
  await lockSerialBalances(call, serials)
  const free = sql`select r.no, r.alloc_id, s.serial_id from ${namedSerials(named)}
    join serial s on s.balance_id = a.balance_id and s.state_cd = ${serialStatus.inStock}
      and ${isNamed} where r.qty > 0`
  await rejectSerialMismatch(call, named, free)
  const count = await call.tx.execute(sql`
    with picked as (
      update serial s set state_cd = ${serialStatus.picked}, alloc_id = f.alloc_id
      from (${free}) f where s.serial_id = f.serial_id
      returning s.serial_id, s.owner_cd, s.stock_cd, s.serial_no, s.state_cd, s.alloc_id),
    noted as (${recordChanges(call, sql`picked`)})
    insert into shipment_match (shipment_no, line_no, match_cd, match_no, owner_cd, stock_cd, qty,
      created_by)
    select a.shipment_no, a.line_no, 'SERIAL', p.serial_no, p.owner_cd, p.stock_cd, 1,
      ${call.userId}
    from picked p join allocation a using (alloc_id) order by p.serial_id`)
  rejectRepeatedSerials(named, count)
}

/** A serial listed in two rows is picked once. */
function rejectRepeatedSerials(named: readonly NamedPick[], count: number): void {
  if (count === named.reduce((sum, { qty }) => sum + qty, 0)) return
  const seen = new Set<string>()
  const errors = named.flatMap(({ no, names }): RowError[] => {
    const again = names?.find((name) => seen.has(name))
    for (const name of names ?? []) seen.add(name)
    return again === undefined ? [] : [serialsError(no, serialTexts.twice(again))]
  })
  throw invalidRows(errors)
}

/** Returns the picked serials of each row to stock. A row without serials must return all of them. */
export async function unpickSerials(call: SaveCall, serials: ReadonlySet<number>): Promise<void> {
  const named = readNames(call, serials, 'BACK_QTY')
  await lockSerialBalances(call, serials)
  const picked = sql`select r.no, r.alloc_id, s.serial_id from ${namedSerials(named)}
    join serial s on s.alloc_id = a.alloc_id and ${isNamed} where r.qty > 0`
  await rejectSerialMismatch(call, named, picked)
  await call.tx.execute(sql`
    with back as (
      update serial s set state_cd = ${serialStatus.inStock}, alloc_id = null
      from (${picked}) f where s.serial_id = f.serial_id
      returning s.serial_id, s.serial_no, s.state_cd, f.alloc_id),
    noted as (${recordChanges(call, sql`back`)})
    delete from shipment_match m using back b join allocation a using (alloc_id)
    where m.shipment_no = a.shipment_no and m.line_no = a.line_no and m.match_no = b.serial_no`)
}

const lockSerialBalances = ({ tx }: SaveCall, serials: ReadonlySet<number>) =>
  tx.query(sql`select 1 from stock_balance where balance_id in (
      select balance_id from allocation where alloc_id = any(${[...serials]}::bigint[]))
    order by balance_id for no key update`)

const recordChanges = ({ userId }: SaveCall, changed: Sql): Sql => sql`
  insert into serial_event (serial_id, state_cd, shipment_no, line_no, user_id, noted_at)
  select c.serial_id, c.state_cd, a.shipment_no, a.line_no, ${userId}, ${currentTimestamp}
  from ${changed} c join allocation a using (alloc_id) order by c.serial_id`

/**
 * Throws for rows whose number of serials differs from their number of pieces. `found` is `no,
 * serial_id`.
 */
async function rejectSerialMismatch(
  call: SaveCall,
  named: readonly NamedPick[],
  found: Sql,
): Promise<void> {
  const wrong = await call.tx.query<{ no: number; owner_cd: string; stock_cd: string }>(sql`
    select r.no, b.owner_cd, b.stock_cd from ${namedSerials(named)} join stock_balance b using (balance_id)
    where r.qty <> (select count(*) from (${found}) f where f.no = r.no) order by r.no`)
  const errors: RowError[] = []
  for (const { no, owner_cd: owner, stock_cd: item } of wrong) {
    const { names = null, qty = 0 } = named.find((pick) => pick.no === no) ?? {}
    const missed = await call.tx.query<{ serial: string }>(sql`
      select n.serial from unnest(${[...(names ?? [])]}::text[]) n(serial)
      where n.serial not in (select s.serial_no from (${found}) f join serial s using (serial_id)
        where f.no = ${no})`)
    const isOnly = names?.length === 1
    const [other] = await explainSerials(
      call,
      missed.slice(0, 1).map(({ serial }) => ({ row: no, owner, item, serial, isOnly })),
    )
    errors.push(other ?? serialsError(no, serialTexts.missing(qty)))
  }
  if (errors.length > 0) throw invalidRows(errors)
}
