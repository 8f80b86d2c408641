import type { WireRow } from '#kernel/field.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { maxRowsSearched } from '#ui/page/rows/preserve-row-state.ts'
import { recordIdentity } from '#ui/page/rows/record-identity.ts'

/**
 * Reloads the rows of the page and returns to the current record. After a save, edits made since it
 * was sent are preserved.
 */
export async function reloadPage(
  page: PageModel,
  how: { afterSave?: boolean } = {},
): Promise<void> {
  const { grid, note } = page
  let record = currentRecord(page)
  const search = searchToRepeat(page, record)
  // The user can move to another record while the rows are loading.
  const unsubscribe = grid.subscribe(() => {
    if (page.loaded.phase === 'loading') record = currentRecord(page)
  })
  const isLoaded = await page.load(search, how)
  unsubscribe()
  if (!isLoaded) return
  page.showNote(note)
  const link = page.lines?.options.link ?? []
  if (record) goToRecord(grid, record, link.length > 0 ? link : recordIdentity(page))
}

function currentRecord({ grid }: PageModel): WireRow | undefined {
  return grid.current ? grid.row(grid.current.row) : undefined
}

/** A form reloads its document; a list repeats its last search. */
function searchToRepeat(page: PageModel, document: WireRow | undefined): WireRow {
  if (!page.screen.form) return page.loaded.phase === 'fresh' ? page.search : page.loaded.answered
  page.search = document ? page.documentLink(document) : {}
  return page.search
}

/**
 * Moves the cursor to a record, under its old key or under the one it was moved to (`TO_CELL_CD`
 * for `CELL_CD`). The cursor stays if the record is gone or already current.
 */
function goToRecord(grid: GridModel, wanted: WireRow, names: readonly string[]): void {
  if (names.length === 0 || grid.windows) return
  const previousValue = (name: string) => wanted[name] ?? null
  const movedValue = (name: string) => wanted[`TO_${name}`] ?? previousValue(name)
  for (const wantedValue of [previousValue, movedValue]) {
    const matches = (row: number) =>
      names.every((name) => grid.value(row, name) === wantedValue(name))
    if (grid.current && matches(grid.current.row)) return
    const count = Math.min(grid.rowCount, maxRowsSearched)
    for (let row = 0; row < count; row++) if (matches(row)) return grid.setCurrent(row)
  }
}
