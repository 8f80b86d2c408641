import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { reverseWork } from '../operations/proof.ts'
import type { PlacementDoor } from '../rules/placement-doors.ts'
import { closedBy, reopenTransits } from './close-transit.ts'
import { reopenTasks } from './reopen-tasks.ts'
import { reverseMovements, isMovementInEffect } from './reverse-movements.ts'
import { lockTransits } from './transit-rows.ts'
import { isInScope, lockBalances, allocatedTo, insufficientStock } from './work-engine.ts'
import { withNotices } from './with-notices.ts'

interface PostedMovement extends Record<string, unknown> {
  no: number
  movement_no: number
  movement_cd: string
  qty: number
  reason: string
  is_in_effect: boolean
  work_cd: string | null
  decided: boolean
  balance_id: number | null
  free: number
  promised_to: string | null
}

/** Kinds of work that close stock in transit. Reversing them puts it back into transit. */
const closings = new Set<string | null>(['ARRIVE', 'BACK', 'LOSE'])

/** Kinds of work that can be reversed, unless they needed approval. */
const reversibleKinds = new Set<string | null>([
  'MOVE',
  'HOLD',
  'LOT',
  'MARK',
  'ITEM',
  'ADJUST',
  'RETURN',
  ...closings,
])

type Request = Pick<SaveCall, 'rows' | 'scope'>

/**
 * Movements referenced by the rows, plus the others of the same line. A change of item has two
 * movements, like a loss in transit.
 */
function requestedMovements(call: Request): Sql {
  return sql`${recordsetSql(reverseWork.input, Object.keys(reverseWork.input), call.rows)}
    join stock_movement n on n.movement_no = r.movement_no::bigint
    left join inventory_work w on w.work_no = n.doc_no
    join stock_movement m on m.movement_cd = any(case when w.work_cd = 'LOSE'
        then array['TRANSFER', 'ADJUST', n.movement_cd] else array[n.movement_cd] end)
      and m.doc_no = n.doc_no and m.doc_line = n.doc_line and m.reverses_no is null
    join stock_balance b on b.balance_id = coalesce(m.to_balance_id, m.from_balance_id)
      and ${isInScope(call)}`
}

/** Requested movements with what their reversal depends on. Reads no other movements. */
export function selectRequested(call: Request): Sql {
  return sql`
    select r.no, r.reason, m.movement_no, m.movement_cd, m.qty, ${isMovementInEffect} is_in_effect, w.work_cd,
      coalesce((select true from adjust_request q where q.work_no = m.doc_no limit 1),
        (select true from count_line l where l.work_no = m.doc_no limit 1), false) decided,
      m.to_balance_id balance_id, b.qty - b.alloc_qty - b.pick_qty free, ${allocatedTo} promised_to
    from ${requestedMovements(call)} order by r.no, m.movement_no`
}

/**
 * Locks the movements before reading them, to prevent a concurrent reversal or removal of their
 * stock.
 */
async function lockRequested(call: SaveCall): Promise<PostedMovement[]> {
  const ends = await call.tx.query<{ movement_no: number; ids: number[] }>(sql`
    select m.movement_no, array_remove(array[m.from_balance_id, m.to_balance_id], null) ids
    from ${requestedMovements(call)}`)
  const numbers = ends.map((row) => row.movement_no)
  await lockTransits(call, sql`select c.transit_no from (${closedBy(numbers)}) c`)
  const ids = ends.flatMap((row) => row.ids)
  await lockBalances(call.tx, ids)
  return call.tx.query<PostedMovement>(selectRequested(call))
}

const movementNotFound = label('수불 내역을 찾을 수 없습니다.', 'Movement not found.')
const alreadyReversed = label('이미 취소된 수불입니다.', 'Already reversed.')
const undoneElsewhere = label(
  '여기서 취소할 수 없는 수불입니다. 입고취소·출하확정취소 화면을 사용하세요.',
  'Cannot be reversed here. Use its own cancel screen.',
)
export const sentToOtherWarehouse = label(
  "다른 창고로 보낸 재고입니다. '재고 창고변경'에서 회수하세요.",
  "Sent to another warehouse. Call it back in 'Stock transfer, warehouse'.",
)
const alreadyDecided = label(
  '승인이나 실사로 확정된 조정입니다. 반대 수량으로 조정하고 승인을 받으세요.',
  'This adjustment was posted by an approval or a count. Enter the opposite adjustment and have it approved.',
)

/**
 * Error if a movement cannot be reversed. All reversals from one balance share its free quantity.
 */
function findError(
  movement: PostedMovement,
  wanted: ReadonlyMap<number, number>,
): Label | undefined {
  if (movement.work_cd === 'SEND') return sentToOtherWarehouse
  if (!reversibleKinds.has(movement.work_cd)) return undoneElsewhere
  if (movement.decided) return alreadyDecided
  if (!movement.is_in_effect) return alreadyReversed
  // The other movement of a loss returns the stock that this one takes.
  if (movement.work_cd === 'LOSE') return undefined
  const all = movement.balance_id === null ? 0 : (wanted.get(movement.balance_id) ?? 0)
  return all > Math.round(movement.free * 1000)
    ? insufficientStock(movement.free, movement.promised_to)
    : undefined
}

export const reverseWorkHandler = handleProcedure(reverseWork, async (call) => {
  const named = await lockRequested(call)
  const posted = [...new Map(named.map((movement) => [movement.movement_no, movement])).values()]
  const wanted = new Map<number, number>()
  for (const { balance_id: id, qty } of posted) {
    if (id !== null) wanted.set(id, (wanted.get(id) ?? 0) + Math.round(qty * 1000))
  }
  const errors = call.rows.flatMap(({ no }): RowError[] => {
    const line = named.filter((movement) => movement.no === no)
    const text =
      line.length === 0
        ? movementNotFound
        : line.flatMap((movement) => findError(movement, wanted) ?? [])[0]
    return text ? [{ row: no, text, column: 'MOVEMENT_NO' }] : []
  })
  if (errors.length) throw conflictingRows(errors)
  const notices = await reversePostedMovements(call, posted)
  const reversed = label(
    `수불 ${formatCount(posted.length)}건을 취소했습니다.`,
    `${formatCount(posted.length, 'movement')} reversed.`,
  )
  const opened = await reopenTasks(
    call,
    posted.map((movement) => movement.movement_no),
  )
  const message = opened
    ? label(`${reversed.ko} ${opened.ko}`, `${reversed.en} ${opened.en}`)
    : reversed
  return withNotices({ rows: call.rows.map(({ no }) => ({ ROW: no })), message }, notices)
})

const getDoor = ({ work_cd, movement_cd }: PostedMovement): PlacementDoor | 'OUT' => {
  if (work_cd === 'LOSE' && movement_cd === 'ADJUST') return 'LOSE'
  if (closings.has(work_cd)) return 'OUT'
  return work_cd === 'MOVE' || work_cd === 'ADJUST' ? 'REVERSE' : 'RELABEL'
}

async function reversePostedMovements(
  call: SaveCall,
  posted: readonly PostedMovement[],
): Promise<Label[]> {
  const byDoor = Map.groupBy(posted, getDoor)
  // A loss returns to its balance before it returns to transit, so the ledger never passes below
  // zero.
  const doors = [...byDoor].toSorted(([a], [b]) => Number(a === 'OUT') - Number(b === 'OUT'))
  const notices: Label[] = []
  for (const [door, some] of doors) {
    const reversals = some.map(({ no, movement_no: movementNo, reason }) => {
      return { no, movementNo, reason }
    })
    notices.push(...(await reverseMovements(call, door, reversals)))
  }
  const reopened = posted.filter((movement) => closings.has(movement.work_cd))
  if (reopened.length > 0) {
    await reopenTransits(
      call,
      reopened.map((movement) => movement.movement_no),
    )
  }
  return notices
}
