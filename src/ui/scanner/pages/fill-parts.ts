import type { Value, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { readEntry } from '#ui/remote/lookup-source.ts'
import { requestFieldMeaning, partText } from '#ui/scanner/codes/field-meaning.ts'
import { fieldText, isPlain } from '#ui/scanner/codes/field-text.ts'
import type { InterpretedScan, ScanPartKind } from '#ui/scanner/codes/scan-part.ts'
import type { ScanResponse } from '#ui/scanner/codes/scan-part.ts'
import { hasUnsavedText } from '#ui/page/rows/grid-draft.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { partColumns, scannedCode } from '#ui/scanner/codes/scan-columns.ts'

const columnsFor: Readonly<Partial<Record<ScanPartKind, readonly string[]>>> = {
  ...partColumns,
  item: ['BARCODE', 'STOCK_CD'],
  document: [
    'RECEIPT_NO',
    'SHIPMENT_NO',
    'DOC_NO',
    'JOB_NO',
    'TRANSIT_NO',
    'SCM_NO',
    'BOOKING_NO',
    'INVOICE_NO',
  ],
  quantity: ['NOW_QTY', 'WORK_QTY', 'ORDER_QTY', 'QTY'],
}

const naming: readonly string[] = ['BARCODE', 'STOCK_CD']

/**
 * Fills each part of a code into the focused area, which is either the search (then run) or the
 * current row. Undefined if the code is for the focused field itself, or if nothing matches.
 */
export async function fillParts(
  page: PageModel,
  view: PageView,
  scan: InterpretedScan,
): Promise<ScanResponse | undefined> {
  const focused = document.activeElement
  if (scan.refusal || !focused) return undefined
  const isForField = fieldText(scan, requestFieldMeaning(focused)) !== undefined
  if (isPlain(scan) && isForField) return undefined
  if (view.panel?.contains(focused)) return fillSearch(page, view, scan)
  if (!focused.closest('.grid-pane')) return undefined
  return fillRow(page, scan) ?? (isForField ? undefined : searchDocument(page, view, scan))
}

/**
 * Searches for a scanned document number, regardless of the focus. Undefined for other codes and
 * for a search without a document field.
 */
export async function searchDocument(
  page: PageModel,
  view: PageView,
  scan: InterpretedScan,
): Promise<ScanResponse | undefined> {
  const names = page.searchColumns.map(({ name }) => name)
  const isDocument = scan.parts.some(({ kind }) => kind === 'document')
  if (!isDocument || assignParts(scan, names).length === 0) return undefined
  return fillSearch(page, view, scan)
}

/** Rows read for a scan would replace unsaved ones. */
function unsavedRefusal(page: PageModel, scan: InterpretedScan): ScanResponse | undefined {
  const isTyped = hasUnsavedText(page.grid) || page.typedLines().length > 0
  if (!page.isDirty && !isTyped) return undefined
  const code = scannedCode(scan)
  const ko = `${code}: 저장하지 않은 행이 있습니다. 먼저 저장하세요.`
  return { ok: false, message: label(ko, `${code}: Save the unsaved rows first.`) }
}

function assignParts(
  scan: InterpretedScan,
  names: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  return scan.parts.flatMap((part) => {
    const name = columnsFor[part.kind]?.find((candidate) => names.includes(candidate))
    return name === undefined ? [] : [[name, partText(part)] as const]
  })
}

function acceptedResponse(values: readonly (readonly [string, string])[]): ScanResponse {
  const joined = values.map(([, value]) => value).join(' · ')
  return { ok: true, message: label(joined, joined) }
}

async function fillSearch(
  page: PageModel,
  view: PageView,
  scan: InterpretedScan,
): Promise<ScanResponse | undefined> {
  const columns = page.searchColumns
  const values = assignParts(
    scan,
    columns.map(({ name }) => name),
  )
  if (values.length === 0) return undefined
  const refused = unsavedRefusal(page, scan)
  if (refused) return refused
  const codes: WireRow = {}
  for (const [name, value] of values) {
    const lookup = columns.find((column) => column.name === name)?.lookup
    const code = lookup === undefined ? value : await lookUpCode(lookup, value, page.search)
    if (code === undefined) {
      return { ok: false, message: label(`${value}: 없는 코드입니다.`, `${value}: Unknown code.`) }
    }
    codes[name] = code
  }
  for (const [name, code] of Object.entries(codes)) page.setSearch(name, code)
  page.redrawSearch()
  const loaded = page.load(page.search, {
    onFirst: () => {
      if (page.grid.rowCount > 0) view.focusGrid('grid')
    },
  })
  void loaded.then(() => goToLine(page, scan))
  return acceptedResponse(values)
}

/** Goes to the line of a document whose label was scanned. */
function goToLine({ grid }: PageModel, { parts }: InterpretedScan): void {
  const line = parts.find(({ kind }) => kind === 'line')?.value
  if (line === undefined || !grid.column('LINE_NO')) return
  const rows = Array.from({ length: grid.rowCount }, (_, row) => row)
  const found = rows.find((row) => String(grid.value(row, 'LINE_NO')) === line)
  if (found !== undefined) grid.setCurrent(found)
}

async function lookUpCode(
  lookup: string,
  value: string,
  search: WireRow,
): Promise<Value | undefined> {
  const owner = search['OWNER_CD']
  const entry = await readEntry(lookup, value, owner ? { OWNER_CD: owner } : {})
  return entry?.['CODE']
}

function fillRow(page: PageModel, scan: InterpretedScan): ScanResponse | undefined {
  const grid = page.focused
  const row = grid.current?.row
  if (row === undefined || grid.editing !== null) return undefined
  const editable = grid.drawn.filter((column) => grid.isEditable(row, column)).map(({ id }) => id)
  const values = assignParts(scan, editable)
  if (values.length === 0) return undefined
  // A scan never changes the item of a row.
  const other = values.find(([name, value]) => {
    const before = grid.value(row, name) ?? ''
    return naming.includes(name) && before !== '' && before !== value
  })
  if (other) {
    const [, value] = other
    return {
      ok: false,
      message: label(`${value}: 행의 품목과 다릅니다.`, `${value}: The row has another item.`),
    }
  }
  grid.transaction(() => {
    for (const [name, value] of values) grid.setCell(row, name, value)
  })
  return acceptedResponse(values)
}
