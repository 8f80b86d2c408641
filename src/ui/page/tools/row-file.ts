import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { chooseFile } from '#ui/base/choose-file.ts'
import { openFileWindow } from '#ui/base/file-window.ts'
import { t } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { takesFile } from '#ui/page/rows/takes-file.ts'
import { filledColumns } from '#ui/remote/lookup-source.ts'
import { storeFile } from '#ui/forms/store-file.ts'
import type { Offers } from '#ui/tabs/page-registry.ts'
import { notify } from '#ui/windows/notify.tsx'

const uploading = label('파일을 올리는 중…', 'Uploading…')

/** Columns of the grid in focus that keep a file. */
function fileColumns(page: PageModel): Column[] {
  const columns = page.zone === 'lines' ? page.lineColumns : page.columns
  return columns.filter(({ kind }) => kind === 'file')
}

/** Stores the file that is chosen and puts it into its row, wherever that has got to meanwhile. */
async function attach(page: PageModel, column: Column, row: number): Promise<void> {
  const { focused: grid } = page
  // Rows may come and go while the file is chosen and sent.
  const id = grid.rowId(row)
  const meant = grid.row(row)
  const file = await chooseFile()
  if (!file) return
  page.say(t(uploading))
  try {
    const stored = await storeFile(file, meant)
    const at = grid.viewRowOf(id)
    if (at < 0) return page.say('')
    const filled = { [column.name]: stored.FILE_SN, ...filledColumns(column, stored) }
    grid.transaction(() => {
      for (const [name, value] of Object.entries(filled)) grid.setCell(at, name, value)
    })
    page.say(stored.FILE_NM)
  } catch (error) {
    page.say('')
    notify('error', error instanceof Error ? error.message : String(error))
  }
  page.changed()
}

/** What can be done with the file of the current row, where its grid keeps one. */
export function fileOffers(page: PageModel): Offers {
  const at = page.focused.current?.row
  if (at === undefined) return {}
  const row: WireRow = page.focused.row(at)
  const columns = fileColumns(page)
  const into = columns.find((column) => page.mayEdit && takesFile(column, row))
  const kept = columns.find(({ name }) => (row[name] ?? null) !== null)
  return {
    ...(into && { 'row.attach-file': () => attach(page, into, at) }),
    ...(kept && { 'row.open-file': () => openFileWindow(String(row[kept.name])) }),
  }
}
