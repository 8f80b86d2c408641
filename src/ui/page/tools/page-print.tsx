import type { JSX, KeyboardEvent } from 'react'
import { useEffect, useMemo, useRef } from 'react'
import { shorten } from '#kernel/cut-text.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { PrintOut } from '#kernel/operation.ts'
import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'
import { gridPrintError } from '#areas/system/rules/grid-print.ts'
import { fetchFile } from '#ui/remote/api.ts'
import { saveBlob } from '#ui/base/file-name.ts'
import { footerText } from '#ui/grid/model/footer-text.ts'
import { t } from '#ui/base/language.ts'
import { showMessage, showErrors } from '#ui/windows/message.tsx'
import type { PopupProps } from '#ui/windows/popup-stack.ts'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { runOnRows, selectedRows } from './page-action.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { type PageModel } from '#ui/page/model/page-model.ts'
import { pageTitle } from '#ui/page/model/grid-screen.ts'
import { linesTitle } from '#ui/page/model/lines-model.ts'
import { conditionTexts } from '#ui/forms/condition-texts.ts'
import { conditionText } from '#ui/page/rows/grid-filter-line.tsx'
import { pickInput } from '#ui/page/rows/save-set.ts'
import { describeComparison, pageReport } from './report-shapes.tsx'

interface Document {
  readonly blob: Blob
  readonly name: string
}

interface PreviewProps extends PopupProps<void> {
  readonly document: Document
}

/**
 * Preview of a printed document in a frame. The focus remains outside, where our keys work. The
 * buttons below replace the browser's toolbar.
 */
function PrintPreview({ document: made, close }: PreviewProps): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null)
  const url = useMemo(() => URL.createObjectURL(made.blob), [made])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const print = () => frame.current?.contentWindow?.print()
  const save = () => saveBlob(made.blob, made.name)

  function onKeyDown(event: KeyboardEvent) {
    const hasModifier = event.ctrlKey || event.metaKey
    if (hasModifier && event.code === 'KeyP') print()
    else if (hasModifier && event.code === 'KeyS') save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="print-preview" data-zone="dialog" onKeyDown={onKeyDown}>
      <iframe ref={frame} src={`${url}#toolbar=0`} title={made.name} tabIndex={-1} />
      <div className="popup-buttons">
        <button type="button" className="button" data-main="" data-autofocus="" onClick={print}>
          {t(label('인쇄', 'Print'))} Ctrl+P
        </button>
        <button type="button" className="button" onClick={save}>
          {t(label('파일로 저장', 'Save as file'))} Ctrl+S
        </button>
        <button type="button" className="button" onClick={() => close()}>
          {t(label('닫기', 'Close'))} Esc
        </button>
      </div>
    </div>
  )
}

function showDocument(document: Document, title: string): Promise<void> {
  const Body = (props: PopupProps<void>): JSX.Element => (
    <PrintPreview document={document} close={props.close} />
  )
  return openPopup(Body, { width: 900, height: 760, title, fullScreen: true })
}

/** Fetches a document. Shows the reason if there is none. */
const fetchDocument = (path: string, body: object) => showErrors(() => fetchFile(path, body))

/** Prints the selected rows: shows the document and, once it exists, runs `after` on the rows. */
export async function printPage(page: PageModel): Promise<void> {
  const { grid } = page
  const { prints } = page.screen
  if (!prints || page.busy || !page.can(prints.printOut)) return
  const { ids } = selectedRows(grid)
  if (ids.length === 0) {
    page.showNote(t(label('인쇄할 행이 없습니다.', 'No rows to print.')))
    return
  }
  const ROWS = ids.map((id) => pickInput(grid.rows.row(id), prints.printOut.input))
  const created = await page.runWhileBusy(() =>
    fetchDocument(`/api/print/${prints.printOut.name}`, { ROWS }),
  )
  if (!created) return
  const shown = deliverDocument(created, prints.printOut)
  if (prints.after) await runOnRows(page, prints.after, ids)
  await shown
}

async function deliverDocument(created: Document, { title }: PrintOut): Promise<void> {
  if (created.blob.type === 'application/pdf') await showDocument(created, t(title))
  else saveBlob(created.blob, created.name)
}

export async function showPrinted(printOut: PrintOut, ROWS: readonly WireRow[]): Promise<void> {
  const created = await fetchDocument(`/api/print/${printOut.name}`, { ROWS })
  if (created) await deliverDocument(created, printOut)
}

/** Maximum number of first-level groups that each start a page. With more, pages are not broken. */
const maxGroups = 50

function groupBreaks(model: GridModel): { readonly BREAKS?: readonly number[] } {
  // A closed group is printed as an ordinary line, without a page break.
  const BREAKS = Array.from({ length: model.rowCount }, (_, row) => row).filter((row) => {
    const group = model.groupAt(row)
    return group?.level === 0 && group.isOpen
  })
  return BREAKS.length > 0 && BREAKS.length <= maxGroups ? { BREAKS } : {}
}

/** Limits of the server. */
const maxConditions = 2000
const maxCellText = 1000

/** Conditions of the printed rows as the screen shows them: the search, or the document of lines. */
function printedConditions(page: PageModel): string[] {
  const { focused, lines, loaded, shape } = page
  const [report, { compare }] = [pageReport(page), shape.shape]
  const shown =
    lines && focused === lines.model
      ? [linesTitle(page, lines)]
      : conditionTexts(page.searchColumns, loaded.answered)
  if (report && compare) {
    const days = describeComparison(report, compare, loaded.answered)
    shown.push(t(label(`비교 대상 ${days}`, `Compared with ${days}`)))
  }
  return [...shown, ...focused.filters.map((filter) => conditionText(focused, filter))]
}

export async function printGrid(page: PageModel): Promise<void> {
  await page.whenLoaded()
  const { focused: model } = page
  const { rowCount, drawn } = model
  const error = rowCount === 0 ? emptyExportMessage : gridPrintError(rowCount, drawn.length)
  if (error) {
    await showMessage({ kind: 'warning', text: t(error) })
    return
  }
  const footers = drawn.map((column) =>
    model.footerValue(column.id) === null ? '' : footerText(model, column),
  )
  const body = {
    MENU_ID: page.screen.route,
    TITLE: t(pageTitle(page.screen)),
    CRITERIA: shorten(printedConditions(page).join(', '), maxConditions),
    COLUMNS: drawn.map(({ title, width, align = 'left' }) => ({ title, width, align })),
    ROWS: Array.from({ length: rowCount }, (_, row) =>
      drawn.map((column) => shorten(model.text(row, column), maxCellText)),
    ),
    ...(footers.some((footer) => footer !== '') ? { TOTALS: footers } : {}),
    ...groupBreaks(model),
  }
  const created = await page.runWhileBusy(() => fetchDocument('/api/file/printGrid', body))
  if (created) await showDocument(created, body.TITLE)
}
