import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type ProcedureHandler, type SaveCall } from '#server/engine/handler.ts'
import { boxMove, palletMove, type StockGroup } from '../operations/stock-groups.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import { movedMessage, moveToCells } from './moving.ts'
import type { Part, StockWork } from './work-engine.ts'
import { selectGroupStock } from './work-rows.ts'

export const pickedUnit = (shipments: string): Label =>
  label(
    `출고 ${shipments}에 피킹한 재고가 있습니다. 출하하거나 피킹을 취소한 뒤 이동하세요.`,
    `Partly picked for ${shipments}. Ship it or cancel the pick, then move the rest.`,
  )

export const unitOfTask = (tasks: string): Label =>
  label(
    `이동작업 ${tasks}의 재고가 있습니다. 이동작업을 끝내거나 취소한 뒤 이동하세요.`,
    `Contains stock of move task ${tasks}. Finish or cancel the task first.`,
  )

export const repositionedShipments = (shipments: readonly string[]): Label =>
  label(
    `피킹 위치가 바뀐 출고: ${shipments.join(', ')}. 출력한 피킹리스트는 다시 출력하세요.`,
    `New picking location for ${shipments.join(', ')}. Print their picking lists again.`,
  )

interface Obstacle extends Record<string, unknown> {
  readonly balance_id: number
  readonly picked: string | null
  readonly tasks: string | null
}

/** An allocation that moves with its stock. */
interface CarriedAllocation extends Record<string, unknown> {
  readonly alloc_id: string
  readonly balance_id: number
  readonly shipment_no: string
  readonly qty: string
}

const balancesOf = (parts: readonly Part[]): readonly number[] =>
  parts.map(({ balance_id }) => balance_id)

/** Rejects units whose pieces a shipment has picked, or that a move task will split. */
async function rejectObstacles(call: SaveCall, parts: readonly Part[]): Promise<void> {
  const found = await call.tx.query<Obstacle>(sql`
    select b.balance_id,
      (select string_agg(distinct a.shipment_no, ', ') from allocation a
        where a.balance_id = b.balance_id and a.pick_qty > 0) picked,
      (select string_agg('#' || t.task_no, ', ' order by t.task_no) from move_task t
        where t.from_balance_id = b.balance_id and t.state_cd = ${moveTaskStatus.waiting}) tasks
    from unnest(${balancesOf(parts)}::bigint[]) b(balance_id)`)
  const obstacles = new Map(found.map((one) => [one.balance_id, one]))
  const errors = parts.flatMap(({ no, balance_id }): RowError[] => {
    const { picked, tasks } = obstacles.get(balance_id) ?? { picked: null, tasks: null }
    const text = picked ? pickedUnit(picked) : tasks ? unitOfTask(tasks) : undefined
    return text ? [{ row: no, column: 'TO_CELL_CD', text }] : []
  })
  if (errors.length > 0) {
    throw conflictingRows([...new Map(errors.map((error) => [error.row, error])).values()])
  }
}

/** Takes the allocations off the stock, because only free stock can move. */
async function takeAllocations(
  call: SaveCall,
  parts: readonly Part[],
): Promise<readonly CarriedAllocation[]> {
  const taken = await call.tx.query<CarriedAllocation>(sql`
    select alloc_id::text, balance_id, shipment_no, alloc_qty::text qty from allocation
    where balance_id = any(${balancesOf(parts)}::bigint[]) and alloc_qty > 0
    order by alloc_id for update`)
  if (taken.length === 0) return []
  await call.tx.execute(sql`
    update allocation set alloc_qty = 0
    where alloc_id = any(${taken.map(({ alloc_id }) => alloc_id)}::bigint[])`)
  return taken
}

async function returnAllocations(
  call: SaveCall,
  carried: readonly CarriedAllocation[],
  parts: readonly Part[],
): Promise<void> {
  if (carried.length === 0) return
  const targets = parts.map(({ balance_id, to_balance_id }) => ({ balance_id, to_balance_id }))
  await call.tx.execute(sql`
    insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
    select a.shipment_no, a.line_no, p.to_balance_id, sum(c.qty), max(a.created_by)
    from jsonb_to_recordset(${JSON.stringify(carried)}::jsonb)
      as c(alloc_id bigint, balance_id bigint, qty numeric)
    join jsonb_to_recordset(${JSON.stringify(targets)}::jsonb)
      as p(balance_id bigint, to_balance_id bigint) on p.balance_id = c.balance_id
    join allocation a on a.alloc_id = c.alloc_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (shipment_no, line_no, balance_id)
      do update set alloc_qty = allocation.alloc_qty + excluded.alloc_qty`)
}

function withShipments(message: Label, carried: readonly CarriedAllocation[]): Label {
  if (carried.length === 0) return message
  const more = repositionedShipments([...new Set(carried.map((one) => one.shipment_no))])
  return label(`${message.ko} ${more.ko}`, `${message.en} ${more.en}`)
}

/** Moves entire units. Pieces that shipments have allocated but not picked remain allocated. */
function moveUnit(
  group: StockGroup,
  becomes: Readonly<Record<string, Sql>> = {},
): ProcedureHandler {
  return handleProcedure(group.act, (call) => {
    let carried: readonly CarriedAllocation[] = []
    const work: Partial<StockWork> & Pick<StockWork, 'from' | 'take'> = {
      from: selectGroupStock(call, group),
      take: 'whole',
      becomes: { cell_cd: sql`r.to_cell_cd`, ...becomes },
      release: async (parts) => {
        await rejectObstacles(call, parts)
        carried = await takeAllocations(call, parts)
      },
      follow: (parts) => returnAllocations(call, carried, parts),
      done: (count) => withShipments(movedMessage(count), carried),
    }
    return moveToCells(call, group.act, work)
  })
}

export const moveUnitHandlers: readonly ProcedureHandler[] = [
  moveUnit(palletMove),
  // Moving a single box removes it from its pallet.
  moveUnit(boxMove, { pallet_no: sql`''` }),
]
