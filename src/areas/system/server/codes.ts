import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { columnName, describedTables } from '#kernel/table.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import {
  handleEdits,
  handleQuery,
  type Handler,
  type QueryCall,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { saveTable } from '#server/engine/table-save.ts'
import { codeLists, codesInOrder } from '#areas/code-lists.ts'
import { codeGroups, commonCodes, saveCodes } from '../operations/site-facts.ts'
import { codeGroup, commonCode } from '../tables/site-facts.ts'

function findPlaces(list: string): { readonly tables: string[]; readonly columns: string[] } {
  const places = describedTables().flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { codes }]) =>
      codes === list ? [{ table: name, column: columnName(field) }] : [],
    ),
  )
  return {
    tables: places.map(({ table }) => table),
    columns: places.map(({ column }) => column),
  }
}

function findUses(list: string): Sql {
  const { tables, columns } = findPlaces(list)
  return sql`(select code, sum(uses)::integer uses
    from count_codes(${tables}::text[], ${columns}::text[]) group by code)`
}

type DescribedTable = Pick<ReturnType<typeof describedTables>[number], 'title' | 'fields'>

/** Sources of code fields: table columns first, then fields that only operations have. */
function findCodeFieldSources(handlers: readonly Handler[]): readonly DescribedTable[] {
  const ofOperations = handlers.map(({ operation }) => {
    const { title, type } = operation
    const fields =
      type === 'query'
        ? { ...operation.search, ...operation.output }
        : { ...operation.input, ...('lines' in operation ? operation.lines : {}) }
    return { title, fields }
  })
  return [...describedTables(), ...ofOperations]
}

function readNames(handlers: readonly Handler[]): ReadonlyMap<string, Label> {
  const names = new Map<string, Label>()
  for (const { title, fields } of findCodeFieldSources(handlers)) {
    for (const { codes, label: column } of Object.values(fields)) {
      if (codes === undefined || names.has(codes)) continue
      names.set(codes, label(`${title.ko} · ${column.ko}`, `${title.en} · ${column.en}`))
    }
  }
  return names
}

function listFixedGroups(handlers: readonly Handler[]) {
  const names = readNames(handlers)
  return Object.keys(codeLists).map((list) => {
    const { ko, en } = names.get(list) ?? label(list, list)
    return { group_cd: list, ko, en, count: codesInOrder(list).length }
  })
}

/** Built-in groups have version 0, because every group needs a version. */
const groupRows = (handlers: readonly Handler[]) => sql`
  select g.group_cd, g.group_nm, g.english_nm, 'N' system_yn, (select count(*)::integer
      from common_code c where c.group_cd = g.group_cd) code_count,
    g.remark, g.version, g.updated_by, g.updated_at
  from code_group g
  union all
  select f.group_cd, f.ko, f.en, 'Y', f.count, null, 0, null, null
  from jsonb_to_recordset(${JSON.stringify(listFixedGroups(handlers))}::jsonb)
    as f(group_cd text, ko text, en text, count integer)`

function codeRows({ search }: QueryCall): Sql {
  const list = String(search['GROUP_CD'] ?? '')
  const fixed = codesInOrder(list).map(([code, { ko, en }], index) => ({
    code,
    ko,
    en,
    at: index + 1,
  }))
  return sql`
    select c.group_cd, c.code_cd, c.code_nm, c.english_nm, c.code_seq, c.from_dt, c.to_dt, c.use_yn,
      coalesce(u.uses, 0) use_count, c.remark, c.version, c.updated_by, c.updated_at
    from (
      select group_cd, code_cd, code_nm, english_nm, code_seq, from_dt, to_dt, use_yn, remark,
        version, updated_by, updated_at from common_code where group_cd = ${list}
      union all
      select ${list}, f.code, f.ko, f.en, f.at, null, null, 'Y', null, null, null, null
      from jsonb_to_recordset(${JSON.stringify(fixed)}::jsonb)
        as f(code text, ko text, en text, at integer)) c
    left join ${findUses(list)} u on u.code = c.code_cd`
}

const codeListName = ({ values }: SaveRow): string => String(values['GROUP_CD'] ?? '')

/** Rejects changes to built-in lists and deletion of codes in use. */
async function rejectCodeChanges(
  call: SaveCall,
  heads: readonly SaveRow[],
  lines: readonly SaveRow[],
) {
  const fixed = [...heads, ...lines].filter((row) => Object.hasOwn(codeLists, codeListName(row)))
  const errors = fixed.map(({ no }): RowError => ({
    row: no,
    column: 'GROUP_CD',
    text: label(
      '시스템 코드는 변경할 수 없습니다. 이름은 다국어관리에서 변경하고, 자체 코드는 새 코드그룹에 추가하세요.',
      'System codes cannot be changed. Rename them in Language management; add your own codes to a new code group.',
    ),
  }))
  const deletedByList = Map.groupBy(
    lines.filter(({ flag }) => flag === 'D'),
    codeListName,
  )
  for (const [list, rows] of deletedByList) {
    const used = await call.tx.query<{ code: string; uses: number }>(sql`
      select code, uses from ${findUses(list)} u`)
    const counts = new Map(used.map(({ code, uses }) => [code, uses]))
    for (const { no, values } of rows) {
      const uses = counts.get(String(values['CODE_CD'])) ?? 0
      if (uses === 0) continue
      const text = label(
        `${formatCount(uses)}건에서 사용 중인 코드입니다. 삭제하지 말고 종료일을 입력하세요.`,
        `${formatCount(uses, 'record uses', 'records use')} this code. Enter an end date instead of deleting it.`,
      )
      errors.push({ row: no, column: 'CODE_CD', text })
    }
  }
  if (errors.length > 0) throw invalidRows(errors)
}

const groupColumns = Object.keys(saveCodes.input)
const codeColumns = ['GROUP_CD', ...Object.keys(saveCodes.lines ?? {})]

async function saveAll(call: SaveCall) {
  const heads = call.rows.filter(({ type }) => type === 'H')
  const created = new Map(heads.map((head) => [head.docRef, codeListName(head)]))
  const lines = call.rows
    .filter(({ type }) => type === 'L')
    .map((line) => {
      const list = created.get(line.docRef) ?? line.docRef
      return { ...line, values: { ...line.values, GROUP_CD: list } }
    })
  await rejectCodeChanges(call, heads, lines)
  await recordHistory(call)
  const isDeleted = (row: SaveRow) => row.flag === 'D'
  const isNotDeleted = (row: SaveRow) => row.flag !== 'D'
  await saveTable({ ...call, rows: lines.filter(isDeleted) }, commonCode, codeColumns)
  await saveTable({ ...call, rows: heads }, codeGroup, groupColumns)
  const toGroup = { columns: ['GROUP_CD'], table: 'code_group' }
  await saveTable({ ...call, rows: lines.filter(isNotDeleted) }, commonCode, codeColumns, [toGroup])
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `코드그룹 ${formatCount(heads.length)}건, 코드 ${formatCount(lines.length)}건을 저장했습니다.`,
      `${formatCount(heads.length, 'group')} and ${formatCount(lines.length, 'code')} saved.`,
    ),
  }
}

export function codeHandlers(all: () => readonly Handler[]): readonly Handler[] {
  return [
    handleQuery(codeGroups, 'v.system_yn, v.group_cd', () => groupRows(all())),
    handleQuery(commonCodes, 'v.code_seq, v.code_cd', codeRows, ['GROUP_CD']),
    handleEdits(saveCodes, saveAll),
  ]
}
