import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { chooseFile } from '#ui/base/choose-file.ts'
import { openFileWindow } from '#ui/base/file-window.ts'
import { t } from '#ui/base/language.ts'
import { storeFile } from '#ui/forms/store-file.ts'
import { pageTitle } from '#ui/page/model/grid-screen.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { promptExport, exportWithProgress } from '#ui/page/rows/export-popup.tsx'
import {
  exportAll,
  exportGrid,
  type ExportSource,
  isLargeExport,
} from '#ui/page/rows/export-rows.ts'
import { acceptsFile } from '#ui/page/rows/grid-columns.ts'
import { columnsToFill } from '#ui/remote/lookup-source.ts'
import { queryBody } from '#ui/remote/query-call.ts'
import type { Offers } from '#ui/tabs/page-registry.ts'
import { showErrors, showMessage } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'

const saveBeforeExportText = label(
  '행이 많아 저장된 값으로 내보냅니다. 변경 내용을 먼저 저장하거나 취소하세요.',
  'Large exports use saved values. Save or undo first.',
)

/** Exports the focused grid as shown. If it is empty, shows a warning and writes no file. */
export async function exportPage(page: PageModel, format: 'csv' | 'xlsx' = 'csv'): Promise<void> {
  if (!page.can('export')) return
  if (page.focused.rowCount === 0) {
    await showMessage({ kind: 'warning', text: t(emptyExportMessage) })
    return
  }
  const source = focusedSource(page)
  // If the grid holds only part of the results, the server exports them, because it can read all
  // rows.
  const isPart = page.zone === 'grid' && (page.loaded.arriving !== null || page.loaded.partial)
  if (source && (isPart || isLargeExport(page.focused))) {
    if (page.focused.hasChanges)
      await showMessage({ kind: 'warning', text: t(saveBeforeExportText) })
    else await exportStream(page, { ...source, filters: page.focused.filters }, format)
    return
  }
  await showErrors(async () => {
    const name = await exportGrid(page.focused, t(pageTitle(page.screen)), format)
    const count = page.focused.rowCount
    page.showNote(
      t(
        label(
          `${name} 저장, ${formatCount(count)}행`,
          `${name} saved, ${formatCount(count, 'row')}`,
        ),
      ),
    )
    notify('success', page.note)
    page.changed()
  })
}

/** Query and search behind the focused grid. Undefined for lines of an unsaved document. */
function focusedSource(page: PageModel): ExportSource | undefined {
  if (page.zone === 'grid') {
    const request = page.loaded.phase === 'fresh' ? page.search : page.loaded.answered
    return { query: page.part.source.name, body: queryBody(page.part, request) }
  }
  const owner = page.lines?.current?.owner
  const part = page.lines?.options.part
  if (!owner || owner.isNew || !part) return undefined
  const { link } = page.lines.options
  const search = Object.fromEntries(link.map((name) => [name, owner.row[name] ?? null]))
  return { query: part.source.name, body: queryBody(part, search) }
}

export async function exportSelected(page: PageModel): Promise<void> {
  if (!page.can('export')) return
  const choice = await promptExport(page.focused.rowCount)
  if (!choice) return
  const source = focusedSource(page)
  if (choice.scope === 'shown' || !source) {
    await exportPage(page, choice.format)
    return
  }
  await exportStream(page, source, choice.format)
}

async function exportStream(
  page: PageModel,
  source: ExportSource,
  format: 'csv' | 'xlsx',
): Promise<void> {
  const file = { name: t(pageTitle(page.screen)), format }
  const name = await exportWithProgress((options) => exportAll(page.focused, source, file, options))
  if (name === undefined) return
  page.showNote(t(label(`${name} 저장`, `${name} saved`)))
  notify('success', page.note)
  page.changed()
}

const uploadingText = label('파일을 올리는 중…', 'Uploading…')

function fileColumns(page: PageModel): Column[] {
  const columns = page.zone === 'lines' ? page.lineColumns : page.columns
  return columns.filter(({ kind }) => kind === 'file')
}

async function attachFile(page: PageModel, column: Column, row: number): Promise<void> {
  const { focused: grid } = page
  // The row can move while the user chooses and uploads the file.
  const id = grid.rowId(row)
  const target = grid.row(row)
  const file = await chooseFile()
  if (!file) return
  page.showNote(t(uploadingText))
  try {
    const stored = await storeFile(file, target)
    const at = grid.viewRowOf(id)
    if (at < 0) return page.showNote('')
    const filled = { [column.name]: stored.FILE_SN, ...columnsToFill(column, stored) }
    grid.transaction(() => {
      for (const [name, value] of Object.entries(filled)) grid.setCell(at, name, value)
    })
    page.showNote(stored.FILE_NM)
  } catch (error) {
    page.showNote('')
    notify('error', error instanceof Error ? error.message : String(error))
  }
  page.changed()
}

export function fileOffers(page: PageModel): Offers {
  const at = page.focused.current?.row
  if (at === undefined) return {}
  const row: WireRow = page.focused.row(at)
  const columns = fileColumns(page)
  const into = columns.find((column) => page.mayEdit && acceptsFile(column, row))
  const fileColumn = columns.find(({ name }) => (row[name] ?? null) !== null)
  return {
    ...(into && { 'row.attach-file': () => attachFile(page, into, at) }),
    ...(fileColumn && { 'row.open-file': () => openFileWindow(String(row[fileColumn.name])) }),
  }
}
