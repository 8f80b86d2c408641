import type { WireRow } from '#kernel/field.ts'
import { fixedSearch } from '#kernel/fixed-search.ts'
import type { GridPart } from '#kernel/screen.ts'
import { call, CallError } from './api.ts'
import { isSummary } from '#kernel/summary.ts'
import { toWireGroup } from './to-wire-group.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

export interface Failure {
  readonly text: string
  readonly advice: string
}

type QueryPart = Pick<GridPart, 'source' | 'fixed'>

export function queryPath({ source }: QueryPart): string {
  return `/api/wms/${source.name}`
}

export function withFixedValues({ fixed }: QueryPart, search: WireRow): WireRow {
  const given = Object.entries(search).filter(([, value]) => value !== null && value !== '')
  return fixedSearch(Object.fromEntries(given), fixed)
}

export function queryBody(part: QueryPart, search: WireRow): { readonly SEARCH: WireRow } {
  const { source } = part
  const group = isSummary(source) && source.asked ? { GROUP: toWireGroup(source.asked) } : {}
  return { SEARCH: withFixedValues(part, search), ...group }
}

/** Requests all rows or the first page. Throws CallError. */
export async function postQuery(
  part: QueryPart,
  search: WireRow,
  signal?: AbortSignal,
  maxRows?: number,
): Promise<WireRow[]> {
  const window = maxRows === undefined ? {} : { WINDOW: { FIRST: 0, ROWS: maxRows } }
  const body = { ...queryBody(part, search), ...window }
  // Progress is shown in the grid, so no overlay blocks the rows.
  const options = { quiet: true, ...(signal && { signal }) }
  return (await call<{ data: WireRow[] }>(queryPath(part), body, options)).data
}

function advice(status: number): string {
  if (status === 403) {
    return t(
      label(
        '역할에 이 화면의 조회가 허용되어야 합니다.',
        'One of your roles must allow searching this screen.',
      ),
    )
  }
  if (status === 0) {
    return t(label('연결이 복구되면 다시 조회하세요.', 'Search again when the connection is back.'))
  }
  if (status >= 500) {
    return t(
      label(
        '잠시 뒤 다시 조회하고, 계속되면 관리자에게 알리세요.',
        'Search again in a moment; if it continues, tell your administrator.',
      ),
    )
  }
  return t(
    label('조회 조건을 수정하고 다시 조회하세요.', 'Correct the conditions, then search again.'),
  )
}

export function toFailure(error: unknown): Failure {
  const text = error instanceof Error ? error.message : String(error)
  return { text, advice: advice(error instanceof CallError ? error.status : 0) }
}
