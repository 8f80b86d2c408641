import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { planReplenishment, replenishPlan } from '../operations/replenish.ts'
import { faceNeeds, openTasks, type FaceScope } from './face-needs.ts'

/** Refills for waiting shipments come before those to the maximum. */
const priority = sql`case n.cause_cd when 'DEMAND' then 1 else 5 end`

export const replenishPlanHandler = handleQuery(
  replenishPlan,
  'v.priority nulls last, v.plan_qty = 0, v.cell_cd, v.owner_cd, v.stock_cd',
  ({ scope: { wcode, owners }, today }) => sql`
    with ${faceNeeds({ wcode, owners, today })}
    select n.wcode, n.cell_cd, n.owner_cd, n.stock_cd, n.stock_nm, n.face_qty, n.promised_qty,
      n.open_qty, n.position_qty, n.min_qty, n.max_qty, n.unit_cd, n.unit unit_qty, n.cause_cd,
      n.need_qty, n.source_qty, least(n.need_qty, n.source_qty) plan_qty,
      case when n.cause_cd is not null then ${priority} end priority,
      null::timestamptz due_at
    from need n`,
)

const columns = Object.keys(planReplenishment.input)

/** Locks the faces to serialize plans, then the stock of their items in key order. */
async function lockFaces(call: SaveCall): Promise<void> {
  const given = recordsetSql(planReplenishment.input, columns, call.rows)
  const items = sql`select f.owner_cd, f.stock_cd from pick_face f where f.wcode = ${call.scope.wcode}
    and (f.owner_cd, f.stock_cd) in (select r.owner_cd, r.stock_cd from ${given})`
  await call.tx.execute(sql`
    select 1 from pick_face f
    where f.wcode = ${call.scope.wcode} and (f.owner_cd, f.stock_cd) in (${items})
    order by f.cell_cd, f.owner_cd, f.stock_cd for update`)
  await call.tx.execute(sql`
    select 1 from stock_balance where balance_id in (
      select b.balance_id from stock_balance b join (select distinct * from (${items}) i) i
        using (owner_cd, stock_cd)
      where b.wcode = ${call.scope.wcode} and b.qty > 0)
    order by balance_id for no key update`)
}

/** Assigns the pieces that shipments wait for to open tasks that move the same stock anyway. */
async function shareOpenTasks(call: SaveCall, scope: FaceScope): Promise<void> {
  await call.tx.execute(sql`
    with ${faceNeeds(scope)},
    own as (
      select t.task_no, t.from_balance_id balance_id, r.loose,
        t.qty - t.done_qty - t.travel_qty qty,
        sum(t.qty - t.done_qty - t.travel_qty)
          over (partition by t.from_balance_id order by t.task_no) upto
      from ${openTasks(scope.wcode)} t
      join face f on (f.cell_cd, f.owner_cd, f.stock_cd) = (t.to_cell_cd, t.owner_cd, t.stock_cd)
        and f.turn = 1
      join reserve r on r.balance_id = t.from_balance_id and r.loose > 0),
    shared as (
      select task_no, balance_id, least(qty, loose - (upto - qty)) qty from own
      where upto - qty < loose and qty > 0),
    loaded as (
      update move_task t set travel_qty = t.travel_qty + s.qty, updated_by = ${call.userId},
        updated_at = clock_timestamp()
      from shared s where t.task_no = s.task_no)
    update allocation a set alloc_qty = a.alloc_qty - s.qty
    from shared s where a.task_no = s.task_no and a.balance_id = s.balance_id`)
}

interface Competition extends Record<string, unknown> {
  /** Largest number of faces of one item. */
  readonly turns: number
  /** Whether any replenishment task to a pick face of these items is open. */
  readonly hasOpenTasks: boolean
}

async function findCompetition(call: SaveCall): Promise<Competition> {
  const given = recordsetSql(planReplenishment.input, columns, call.rows)
  const [found] = await call.tx.query<Competition>(sql`
    with face as materialized (
      select f.* from pick_face f where f.wcode = ${call.scope.wcode}
        and (f.owner_cd, f.stock_cd) in (select r.owner_cd, r.stock_cd from ${given}))
    select coalesce(max(n), 0)::int turns, exists (
      select from ${openTasks(call.scope.wcode)} t join face f
        on (f.cell_cd, f.owner_cd, f.stock_cd) = (t.to_cell_cd, t.owner_cd, t.stock_cd)
    ) "hasOpenTasks"
    from (select count(*) n from face group by owner_cd, stock_cd) f`)
  return found ?? { turns: 0, hasOpenTasks: false }
}

const hashJoinFrom = 200

/** Also disables generic plans, which may have been made for only a few faces. */
function joinByHashing({ tx }: SaveCall, usesOnlyHashJoin: boolean): void {
  tx.later(sql`select set_config('enable_nestloop', ${usesOnlyHashJoin ? 'off' : 'on'}, true),
    set_config('plan_cache_mode', ${usesOnlyHashJoin ? 'force_custom_plan' : 'auto'}, true)`)
}

interface CreatedTasks extends Record<string, unknown> {
  readonly no: number
  readonly qty: number
  readonly tasks: number
}

/** Creates the tasks of the faces with this rank among the faces of their item. */
function createTasks(call: SaveCall, scope: FaceScope, turn: number): Promise<CreatedTasks[]> {
  const given = recordsetSql(planReplenishment.input, columns, call.rows)
  return call.tx.query<CreatedTasks>(sql`
    with ${faceNeeds(scope)},
    wish as (
      select distinct on (n.cell_cd, n.owner_cd, n.stock_cd) r.no, n.*,
        coalesce(r.priority, ${priority}) rank,
        to_timestamp(r.due_at, 'YYYYMMDDHH24MISS')::timestamp at time zone 'Asia/Seoul' due
      from ${given} join need n on (n.cell_cd, n.owner_cd, n.stock_cd)
        = (r.cell_cd, r.owner_cd, r.stock_cd)
      where n.turn = ${turn}::int and n.need_qty > 0
      order by n.cell_cd, n.owner_cd, n.stock_cd, r.no),
    line as (
      select s.*, sum(s.avail) over (partition by s.face_no
        order by s.valid, s.received_dt, s.free + s.loose <> s.avail, s.zone_seq, s.pick_seq,
          s.balance_id) upto
      from source s where s.valid <= s.face_valid and s.avail > 0),
    made as (
      select w.no, w.cause_cd, w.rank, w.due, l.balance_id, w.cell_cd, w.owner_cd, w.stock_cd,
        least(l.avail, w.need_qty - (l.upto - l.avail)) qty,
        case when w.turn = 1 then l.loose else 0 end loose
      from wish w join line l on l.face_no = w.face_no
      where l.upto - l.avail < w.need_qty),
    created as (
      insert into move_task (wcode, cause_cd, priority, due_at, owner_cd, stock_cd,
        from_balance_id, to_cell_cd, qty, travel_qty, created_by, updated_by)
      select ${scope.wcode}, cause_cd, rank, due, owner_cd, stock_cd, balance_id, cell_cd, qty,
        least(qty, loose), ${call.userId}, ${call.userId}
      from made order by no, balance_id
      returning task_no, from_balance_id, qty, travel_qty),
    allocated as (
      insert into allocation (task_no, balance_id, alloc_qty, created_by)
      select task_no, from_balance_id, qty - travel_qty, ${call.userId} from created
      order by task_no)
    select m.no, sum(m.qty)::float8 qty, count(*)::int tasks from made m group by 1`)
}

export const planReplenishmentHandler = handleProcedure(planReplenishment, async (call) => {
  const { wcode, owners } = call.scope
  const scope: FaceScope = { wcode, owners, today: call.today }
  await lockFaces(call)
  // The planner cannot estimate the number of calculated rows and would use nested loops.
  if (call.rows.length >= hashJoinFrom) joinByHashing(call, true)
  const { turns, hasOpenTasks } = await findCompetition(call)
  if (hasOpenTasks) await shareOpenTasks(call, scope)
  const created = new Map<number, CreatedTasks>()
  // Faces of one item compete for its stock, so the next face sees what the previous one took.
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const result of await createTasks(call, scope, turn)) created.set(result.no, result)
  }
  if (call.rows.length >= hashJoinFrom) joinByHashing(call, false)
  const tasks = [...created.values()].reduce((sum, result) => sum + result.tasks, 0)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, PLAN_QTY: created.get(row.no)?.qty ?? 0 })),
    message: label(
      `보충작업 ${formatCount(tasks)}건을 생성했습니다.`,
      `${formatCount(tasks, 'refill task')} created.`,
    ),
  }
})
