import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import type { FoundSerial } from './find-serial.ts'
import { serialTexts } from './serial-errors.ts'

/** Number of serials scanned for task `t` that are still in its balance, null if none. */
export const scannedQty: Sql = sql`(select nullif(count(*), 0)::int from move_task_serial n
  join serial s on s.serial_id = n.serial_id and s.balance_id = t.from_balance_id
  where n.task_no = t.task_no and t.state_cd = ${moveTaskStatus.waiting})`

interface SerialTask {
  readonly task_no: string
  readonly balance_id: string
  readonly rest: string
}

/** Serials that the caller has scanned for a task and that are still in its balance. */
export async function scannedSerials(
  { tx, userId }: SaveCall,
  { task_no, balance_id }: SerialTask,
): Promise<string[]> {
  const rows = await tx.query<{ serial_no: string }>(sql`
    select s.serial_no from move_task_serial n join serial s using (serial_id)
    where n.task_no = ${task_no}::bigint and n.user_id = ${userId}
      and s.balance_id = ${balance_id}::bigint order by n.scanned_at, s.serial_no`)
  return rows.map(({ serial_no }) => serial_no)
}

/**
 * Adds a serial to those the caller carries for a task. Only one user carries a piece: if another
 * user scans it, that user takes it over. Returns an error for a repeated or surplus scan.
 */
export async function moveSerial(
  call: SaveCall,
  task: SerialTask,
  { serial_id, serial_no }: FoundSerial,
): Promise<Label | undefined> {
  const carried = await scannedSerials(call, task)
  if (carried.includes(serial_no)) return serialTexts.scanned
  if (carried.length >= Number(task.rest)) {
    return label(
      `시리얼 ${formatCount(carried.length)}개를 모두 스캔했습니다. 도착셀을 스캔하세요.`,
      `All ${formatCount(carried.length, 'serial')} scanned. Scan the To cell.`,
    )
  }
  await call.tx.execute(sql`
    insert into move_task_serial (serial_id, task_no, user_id)
    values (${serial_id}::bigint, ${task.task_no}::bigint, ${call.userId})
    on conflict (serial_id) do update set task_no = excluded.task_no, user_id = excluded.user_id,
      scanned_at = excluded.scanned_at`)
  return undefined
}

/** Undoes a scan. Returns the task, or undefined if the caller does not carry the serial. */
export async function putBackSerial(
  { tx, userId }: SaveCall,
  { serial_id }: FoundSerial,
): Promise<{ task_no: string; to_cell_cd: string } | undefined> {
  const [task] = await tx.query<{ task_no: string; to_cell_cd: string }>(sql`
    delete from move_task_serial n using move_task t
    where n.serial_id = ${serial_id}::bigint and n.user_id = ${userId} and t.task_no = n.task_no
    returning t.task_no::text, t.to_cell_cd`)
  return task
}

export async function clearSerials({ tx }: SaveCall, tasks: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from move_task_serial where task_no = any(${[...tasks]}::bigint[])`)
}

/**
 * Error for a move without complete serials: the typed quantity and the serials differ, or a part
 * of the balance moves without serials.
 */
export async function incompleteSerialsError(
  { tx }: SaveCall,
  { balance_id }: SerialTask,
  { qty, serials }: { qty: number; serials: number },
): Promise<Label | undefined> {
  if (serials > 0) return serials === qty ? undefined : serialTexts.count(serials, qty)
  const [part] = await tx.query(sql`
    select 1 from stock_balance b
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd and k.serial_cd = 'ALL'
    where b.balance_id = ${balance_id}::bigint and b.qty - b.pick_qty > ${qty}::numeric`)
  return (
    part &&
    label(
      `시리얼 ${formatCount(qty)}개를 스캔한 뒤 도착셀을 스캔하세요.`,
      `Scan the serials of ${formatCount(qty, 'piece')}, then the To cell.`,
    )
  )
}
