import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { handlePrint } from '#server/engine/handler.ts'
import { readPrintHeads } from '#server/engine/print-heads.ts'
import { dayText, lineTable, positionColumn, printStamp } from '#server/print/line-table.ts'
import type { LineColumn } from '#server/print/line-table.ts'
import { countSheet } from '../operations/counting.ts'
import { inventoryCodeLists } from '../rules/code-lists.ts'
import { countStepFrom } from '../rules/count-status.ts'
import { countedLines, linesToCount, hasOnlyOwnLines } from './count-jobs.ts'

interface JobHead extends Record<string, unknown> {
  job_no: string
  count_dt: string
  assigned_to: string | null
  target: string
  warehouse_nm: string
}

interface SheetLine extends Record<string, unknown> {
  job_no: string
  zone_cd: string
  cell_cd: string
  owner_cd: string
  stock_cd: string
  stock_nm: string
  lot_no: string
  valid_dt: string | null
  handle_no: string
  condition_cd: string
}

const leftColumn = (width: number, title: [string, string], of: (line: SheetLine) => string) =>
  ({
    title: label(...title),
    width,
    align: 'left',
    text: of,
  }) satisfies LineColumn<SheetLine>

const conditions: Readonly<Record<string, Label>> = inventoryCodeLists['stock-condition']

/** Blind count: location and space for the count, but no book quantity. */
const selectColumns = (language: Language): readonly LineColumn<SheetLine>[] => [
  positionColumn(),
  leftColumn(7, ['존', 'Zone'], (line) => line.zone_cd),
  { ...leftColumn(21, ['셀', 'Cell'], (line) => line.cell_cd), large: true },
  leftColumn(10, ['화주', 'Owner'], (line) => line.owner_cd),
  leftColumn(16, ['품목코드', 'Item code'], (line) => line.stock_cd),
  {
    ...leftColumn(22, ['품목명', 'Item name'], (line) => line.stock_nm),
    total: (lines) => label(`${formatCount(lines.length)}행`, formatCount(lines.length, 'line')),
  },
  leftColumn(16, ['로트', 'Lot'], (line) => line.lot_no),
  {
    ...leftColumn(15, ['유통기한', 'Expiry date'], (line) => dayText(line.valid_dt)),
    align: 'center',
  },
  leftColumn(11, ['상태', 'Condition'], ({ condition_cd: condition }) =>
    condition === 'NORMAL' ? '' : (conditions[condition]?.[language] ?? condition),
  ),
  leftColumn(15, ['파렛트/박스', 'Pallet, box'], (line) => line.handle_no),
  leftColumn(15, ['실사수량', 'Counted qty'], () => ''),
]

export const countSheetHandler = handlePrint(countSheet, async (call) => {
  // All lines of a job are within the caller's scope, so any of their owners can be used.
  const heads = await readPrintHeads<JobHead>(
    call,
    'JOB_NO',
    countStepFrom.count,
    sql`
    select j.*, w.warehouse_nm,
      (select min(owner_cd) from count_line where job_no = j.job_no) owner_cd
    from count_job j join warehouse w using (wcode) where ${hasOnlyOwnLines(call.scope)}`,
  )
  const numbers = heads.map((head) => head.job_no)
  const lines = await call.db.query<SheetLine>(sql`
    select q.job_no, q.zone_cd, q.cell_cd, q.owner_cd, q.stock_cd, q.stock_nm, q.lot_no,
      q.valid_dt, q.condition_cd, concat_ws(' / ', nullif(q.pallet_no, ''), nullif(q.box_no, '')) handle_no
    from (${countedLines}) q where q.job_no = any(${numbers}::text[]) and ${linesToCount}
    order by q.pick_seq, q.cell_cd, q.stock_cd, q.lot_no, q.line_no`)
  const ofJob = Map.groupBy(lines, (line) => line.job_no)
  return {
    title: countSheet.title,
    paper: 'A4',
    orientation: 'landscape',
    copies: 1,
    fileName: `${countSheet.title[call.language]}_${numbers[0] ?? ''}`,
    printed: printStamp(call.userId),
    pages: heads.map((head) => ({
      heading: [
        { label: label('실사번호', 'Count no.'), value: head.job_no },
        { label: label('실사일', 'Count date'), value: dayText(head.count_dt) },
        { label: label('담당자', 'Assigned to'), value: head.assigned_to ?? '' },
        { label: label('창고', 'Warehouse'), value: head.warehouse_nm },
        { label: label('대상', 'Target'), value: head.target },
      ],
      barcode: { symbology: 'code128', text: head.job_no },
      ...lineTable(selectColumns(call.language), ofJob.get(head.job_no) ?? []),
      signatures: [label('실사', 'Counted'), label('확인', 'Checked')],
    })),
  }
})
