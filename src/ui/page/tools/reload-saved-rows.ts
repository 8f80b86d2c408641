import type { WireRow } from '#kernel/field.ts'
import { isSummary } from '#kernel/summary.ts'
import { maxHeadRows } from '#ui/page/model/page-load.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { recordKey } from '#ui/page/rows/record-identity.ts'
import { filterRequest } from '#ui/page/rows/query-source.ts'
import { recordKeyColumns } from '#ui/page/rows/row-table.ts'
import type { SentRow } from '#ui/page/rows/save-set.ts'
import { call } from '#ui/remote/api.ts'
import { isChangedElsewhere } from '#ui/remote/changed-elsewhere.ts'
import { queryBody, queryPath } from '#ui/remote/query-call.ts'

/** With more saved rows than this, the page is reloaded. */
const maxRows = 100

/**
 * Reloads only the saved rows, by key and within the last search, if the result is too large for
 * one request. Smaller results are reloaded completely, because that also shows other users'
 * changes. Returns false if the page must be reloaded. Reasons are another user's change to its
 * tables, rows without a key, new edits or a saved row that was not found.
 */
export async function reloadSavedRows(
  page: PageModel,
  saved: readonly SentRow[],
): Promise<boolean> {
  const { grid, part, loaded, screen } = page
  const key = recordKeyColumns(part.source.output)
  const isSettled = loaded.phase === 'shown' && loaded.arriving === null && !page.isDirty
  const isOfRecords = screen.saves?.unit === 'row' && !isSummary(part.source) && key.length > 0
  if (!isSettled || !isOfRecords || grid.windows || isChangedElsewhere(page.tabKey)) return false
  if (grid.totalCount <= maxHeadRows || saved.length > maxRows) return false
  const { store } = grid.rows
  const written = saved
    .filter(({ flag }) => flag !== 'D')
    .map(({ id }) => ({ id, key: recordKey(grid.rows.row(id), key) }))
  const found = await rowsByKey(page, key, written)
  if (grid.rows.store !== store) return true
  const fresh = written.flatMap(({ id, key: record }) => {
    const [row, another] = found?.get(record) ?? []
    return row && !another ? [{ id, row }] : []
  })
  if (fresh.length < written.length) return false
  grid.refreshRows(fresh)
  page.conflict = false
  page.changed()
  return true
}

async function rowsByKey(
  { part, loaded, grid }: PageModel,
  key: readonly string[],
  written: readonly { readonly id: number }[],
): Promise<ReadonlyMap<string, readonly WireRow[]> | undefined> {
  if (written.length === 0) return new Map()
  const rows = written.map(({ id }) => grid.rows.row(id))
  const filters = key.map((column) => {
    const values = [...new Set(rows.map((row) => row[column] ?? null))]
    return { column, operator: 'In', values } as const
  })
  const body = { ...queryBody(part, loaded.answered), FILTERS: filterRequest(filters) }
  try {
    const { data } = await call<{ data: WireRow[] }>(queryPath(part), body, { quiet: true })
    return Map.groupBy(data, (row) => recordKey(row, key))
  } catch {
    // The complete reload that follows reports the failure.
    return undefined
  }
}
