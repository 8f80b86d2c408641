import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'
import { label } from '#kernel/label.ts'
import type { SheetRow } from '#kernel/sheet-mapping.ts'
import { upload } from '#ui/app/api.ts'
import { codeLists } from '#ui/forms/code-lists.ts'
import { t } from '#ui/language.ts'
import { showMessage } from '#ui/popups/message.tsx'
import { notify } from '#ui/popups/notify.tsx'
import { EXPORT_ROWS_MAX, exportGrid } from './export-rows.ts'
import { codeListsOf, keyColumns } from './grid-columns.ts'
import type { ImportResult } from './import-rows.ts'
import { importSheet } from './import-rows.ts'
import type { PageModel } from './page-model.ts'
import { titleOf } from './page-model.ts'

const tooManyRows = label(
  `내보내기는 ${EXPORT_ROWS_MAX.toLocaleString('en-US')}행까지입니다. 조건이나 필터로 줄여 주세요.`,
  `An export takes ${EXPORT_ROWS_MAX.toLocaleString('en-US')} rows. Narrow the search or filter.`,
)

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Saves what the grid in focus shows as a file; an empty grid says so and writes nothing. */
export async function exportPage(page: PageModel, format: 'csv' | 'xlsx' = 'csv'): Promise<void> {
  if (!page.can('export')) return
  if (page.focused.rowCount === 0) {
    await showMessage({ kind: 'warning', text: t(emptyExportMessage) })
    return
  }
  if (page.focused.rowCount > EXPORT_ROWS_MAX) {
    await showMessage({ kind: 'warning', text: t(tooManyRows) })
    return
  }
  try {
    const name = await exportGrid(page.focused, t(titleOf(page.screen)), format)
    const count = page.focused.rowCount.toLocaleString('en-US')
    page.note = t(label(`${name} 저장, ${count}행`, `${name} saved, ${count} rows`))
    notify('success', page.note)
    page.changed()
  } catch (error) {
    await showMessage({ kind: 'error', text: saidBy(error) })
  }
}

/** The file the user chooses; undefined when the window is closed without one. */
function chooseFile(): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.xlsx,.xls,.csv'
    // In the page while it waits: an input that nothing holds may be collected with its window open.
    input.hidden = true
    const settle = (file: File | undefined): void => {
      input.remove()
      resolve(file)
    }
    input.addEventListener('change', () => settle(input.files?.[0]))
    input.addEventListener('cancel', () => settle(undefined))
    document.body.append(input)
    input.click()
  })
}

interface SheetAnswer {
  readonly data: { readonly FILE_NM: string; readonly rows: readonly SheetRow[] }
}

function importedText(result: ImportResult): string {
  const { inserted, updated, faults, unread } = result
  const parts = [
    label(`${inserted}행 추가`, `${inserted} rows added`),
    label(`${updated}행 수정`, `${updated} changed`),
    ...(faults > 0 ? [label(`${faults}칸 오류`, `${faults} cells refused`)] : []),
    ...(unread > 0
      ? [label(`빈 A열 아래 ${unread}행은 읽지 않음`, `${unread} rows below an empty A not read`)]
      : []),
  ]
  return parts.map((part) => t(part)).join(' · ')
}

const noTitles = label(
  '첫 행에서 열 제목을 찾지 못했습니다. 제목을 화면의 열 이름과 같게 적어 주세요.',
  'No column titles were found in the first row. Write them as the columns are called on screen.',
)

/** Reads a spreadsheet into the grid of a master screen. Nothing is saved until the user saves. */
async function importFile(page: PageModel, file: File): Promise<void> {
  try {
    await codeLists.load(codeListsOf(page.columns))
    const { data } = await upload<SheetAnswer>('/api/file/readSpreadsheet', file)
    const names = codeListsOf(page.columns)
    const codes = Object.fromEntries(names.map((name) => [name, codeLists.get(name) ?? []]))
    const { grid, columns } = page
    const result = importSheet({ model: grid, columns, key: keyColumns(columns) }, data.rows, codes)
    if (result.columns.length === 0) {
      await showMessage({ kind: 'warning', text: t(noTitles) })
      return
    }
    page.phase = 'shown'
    page.note = `${data.FILE_NM}: ${importedText(result)}`
    notify(result.faults + result.unread > 0 ? 'warn' : 'info', page.note)
    page.changed()
  } catch (error) {
    await showMessage({ kind: 'error', text: saidBy(error) })
  }
}

/** Asks for a file and reads it in. */
export async function importPage(page: PageModel): Promise<void> {
  if (page.screen.kind !== 'master' || !page.can('import') || !page.mayEdit) return
  const file = await chooseFile()
  if (file) await importFile(page, file)
}
