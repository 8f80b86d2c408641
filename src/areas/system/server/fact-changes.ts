import sql, { join, raw, type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { toOperationGrant } from '#kernel/operation.ts'
import { callGrantedSql, canCall, readGrants } from '#server/auth/grants.ts'
import { isSiteRecordOrWithinReach, isWithinReachOrDeleted } from '#server/auth/user-reach.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { AppError, invalidRows } from '#server/base/app-error.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type QueryCall,
  type SaveCall,
} from '#server/engine/handler.ts'
import { factChanges, historyTables, undoFactChange } from '../operations/fact-changes.ts'
import { undoMenuChange } from '../operations/site-facts.ts'

const tables = sql`jsonb_to_recordset(${JSON.stringify(
  Object.entries(historyTables).map(([table, { query }]) => ({
    table_nm: table,
    routes: grantingRoutes(query),
    action: query.action,
    alone: toOperationGrant(query),
    is_here: query.scope === 'warehouse',
  })),
)}::jsonb) as op(table_nm text, routes text[], action text, alone text, is_here boolean)`

const rowValue = (column: string) => sql`coalesce(c.after_row, c.before_row) ->> ${column}`

/** Changes `c` of users and schedules that the viewer can see. */
const withinUserReach = (viewer: string) => sql`case
  when c.table_nm = 'schedule' then ${isSiteRecordOrWithinReach(rowValue('run_as'), viewer)}
  when c.table_nm in ('app_user', 'user_warehouse', 'user_owner', 'grant_request')
    then ${isWithinReachOrDeleted(rowValue('user_id'), viewer)}
  else true end`

/**
 * Changed columns with their old and new values: `corp_nm: 한빛 → 한빛물류`. Restricted to tables the
 * caller can read and, for warehouse data, to the caller's warehouse.
 */
const selectChangeRows = ({ userId, scope }: QueryCall) => sql`
  select c.change_no, c.changed_at, c.changed_by, c.table_nm, c.record_key, c.change_cd, c.undone_no,
    (select string_agg(key || ': ' || coalesce(c.before_row ->> key, '∅') || ' → '
        || coalesce(c.after_row ->> key, '∅'), e'\n' order by key)
      from jsonb_object_keys(coalesce(c.before_row, '{}') || coalesce(c.after_row, '{}')) key
      where (c.before_row -> key) is distinct from (c.after_row -> key)
        and coalesce(c.before_row ->> key, c.after_row ->> key) is not null) difference
  from fact_change c
  where ${withinUserReach(userId)} and c.table_nm in (select op.table_nm from ${tables} where ${callGrantedSql(userId)}
    and (not op.is_here or c.record_key = ${scope.wcode}))`

interface Change extends Record<string, unknown> {
  change_no: number
  table_nm: string
  record_key: string
  change_cd: 'I' | 'U' | 'D'
  before_row: Record<string, unknown> | null
  after_row: Record<string, unknown> | null
  key_columns: string[]
}

function throwError(ko: string, en: string, isDenied = false): never {
  const text = label(ko, en)
  throw invalidRows([{ row: 1, column: 'CHANGE_NO', text, ...(isDenied && { isDenied }) }])
}

const selectChanges = (which: Sql) => sql`
  select c.change_no, c.table_nm, c.record_key, c.change_cd, c.before_row, c.after_row,
    array(select a.attname::text from pg_constraint p
      cross join unnest(p.conkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.number
      where p.conrelid = to_regclass(c.table_nm) and p.contype = 'p' order by k.place) key_columns
  from fact_change c where ${which}`

async function readChange(call: SaveCall): Promise<Change> {
  const wanted = call.rows[0]?.values['CHANGE_NO'] ?? null
  const [change] = await call.tx.query<Change>(
    selectChanges(sql`c.change_no = ${wanted} and ${withinUserReach(call.userId)}`),
  )
  const history = change && historyTables[change.table_nm]
  const isElsewhere =
    history?.query.scope === 'warehouse' && change?.record_key !== call.scope.wcode
  const procedure = history?.save
  if (!change || !procedure || isElsewhere) {
    const [any] = await call.tx.query(sql`select from fact_change where change_no = ${wanted}`)
    return throwError(
      '변경이력을 찾을 수 없습니다. 다시 조회하세요.',
      'Change not found. Search again.',
      any !== undefined,
    )
  }
  if (!canCall(await readGrants(call.tx, call.userId), procedure)) {
    const text = label(
      '이 자료의 수정 권한이 없습니다. 관리자에게 문의하세요.',
      'You do not have permission to edit this data. Ask your administrator.',
    )
    throw new AppError(403, 'FORBIDDEN', text)
  }
  return change
}

const typedRowSql = (table: string, row: unknown) =>
  sql`jsonb_populate_record(null::${raw(table)}, ${JSON.stringify(row)}::jsonb) r`

async function restoreRow(call: SaveCall, change: Change): Promise<number> {
  const { table_nm: table, change_cd: kind, before_row: before, after_row: after } = change
  const same = join(
    change.key_columns.map((column) => raw(`t.${column} = r.${column}`)),
    ' and ',
  )
  // True if the row still has all the values written by that change.
  const isUnchanged = sql`to_jsonb(t) @> ${JSON.stringify(after ?? {})}::jsonb`
  if (kind === 'I') {
    return call.tx.execute(sql`
      delete from ${raw(table)} t using ${typedRowSql(table, after)} where ${same} and ${isUnchanged}`)
  }
  const columns = Object.keys(before ?? {})
  if (kind === 'D') {
    const names = raw(columns.join(', '))
    return call.tx.execute(sql`
      insert into ${raw(table)} (${names}, created_by, updated_by)
      select ${raw(columns.map((column) => `r.${column}`).join(', '))}, ${call.userId}, ${call.userId}
      from ${typedRowSql(table, before)} on conflict do nothing`)
  }
  const set = join(
    columns
      .filter((column) => !change.key_columns.includes(column))
      .map((column) => raw(`${column} = r.${column}`)),
    ', ',
  )
  return call.tx.execute(sql`
    update ${raw(table)} t set ${set}, version = t.version + 1, updated_by = ${call.userId},
      updated_at = now()
    from ${typedRowSql(table, before)} where ${same} and ${isUnchanged}`)
}

const changeUndone: Label = label('변경을 취소했습니다.', 'Change undone.')

/** Checks and consequences of an undo that the save of the table would have. */
export interface UndoRule {
  /** Throws AppError 422 if the caller could not save `row`, the values to restore or delete. */
  readonly check: (call: SaveCall, row: UndoneRow) => Promise<void>
  /** Updates columns calculated from the restored values. Not called if the undo deletes the row. */
  readonly afterRestore: (call: SaveCall, row: UndoneRow) => Promise<void>
}

export type UndoneRow = Readonly<Record<string, unknown>>

type UndoRules = Readonly<Record<string, UndoRule>>

async function undoChange(call: SaveCall, change: Change, rule?: UndoRule): Promise<void> {
  const { before_row: restored, after_row: current } = change
  await rule?.check(call, restored ?? current ?? {})
  await recordHistory(call)
  const number = String(change.change_no)
  await call.tx.query(sql`select set_config('wms.undone_no', ${number}, true)`)
  const count = await restoreRow(call, change)
  await call.tx.query(sql`select set_config('wms.undone_no', '', true)`)
  if (count === 0) {
    throwError(changedSince.ko, changedSince.en)
  }
  if (restored) await rule?.afterRestore(call, restored)
}

/** Undoes one change, unless the record has changed since or the change is already undone. */
const undoHandler = (rules: UndoRules) =>
  handleProcedure(undoFactChange, async (call) => {
    const change = await readChange(call)
    const taken = await call.tx.query(sql`
      select from fact_change where undone_no = ${change.change_no}`)
    if (taken.length > 0) throwError('이미 취소한 변경입니다.', 'Already undone.')
    await undoChange(call, change, rules[change.table_nm])
    return { rows: call.rows.map(({ no }) => ({ ROW: no })), message: changeUndone }
  })

const undoMenuHandler = handleProcedure(undoMenuChange, async (call) => {
  const changes = await call.tx.query<Change>(sql`
    ${selectChanges(sql`c.table_nm = 'site_menu' and c.changed_by = ${call.userId}
      and c.changed_at = (select o.changed_at from fact_change o
        where o.table_nm = 'site_menu' and o.changed_by = ${call.userId} and o.undone_no is null
          and not exists (select from fact_change u where u.undone_no = o.change_no)
        order by o.change_no desc limit 1)`)}
    order by c.change_no desc`)
  if (changes.length === 0) {
    const text = label('되돌릴 메뉴 변경이 없습니다.', 'No menu change to undo.')
    throw new AppError(409, 'CONFLICT', text)
  }
  for (const change of changes) await undoChange(call, change)
  return { rows: call.rows.map(({ no }) => ({ ROW: no })), message: changeUndone }
})

export const changedSince = label(
  '이후에 다시 변경된 자료입니다. 나중 변경부터 취소하세요.',
  'This record was changed again since. Undo the later change first.',
)

export const factChangeHandlers = (rules: UndoRules): readonly Handler[] => [
  handleQuery(factChanges, 'v.change_no desc', selectChangeRows),
  undoHandler(rules),
  undoMenuHandler,
]
