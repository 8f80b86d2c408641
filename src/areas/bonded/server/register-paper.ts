import sql from 'sql-template-tag'
import { handlePrint, type PrintHandler } from '#server/engine/handler.ts'
import type { PrintCall } from '#server/engine/print-heads.ts'
import {
  lineTable,
  printStamp,
  quantityColumn,
  weightText,
  quantityText,
  type LineColumn,
} from '#server/print/line-table.ts'
import { arrivalRegister, releaseRegister } from '../operations/keeping.ts'
import { readRequestedLines, readLines, printedCode, type PaperLine } from './papers.ts'

/**
 * Lines per page of a register. Must never change, because a reprinted page has to contain the same
 * lines.
 */
const linesOnPage = 15

type Column = LineColumn<PaperLine>

const leftColumn = (
  title: string,
  width: number,
  text: (line: PaperLine) => string | null,
): Column => {
  return { title, width, align: 'left', text: (line) => text(line) ?? '' }
}
const signedAmount = (line: PaperLine, value: number) =>
  line.standing_cd === 'REVERSAL' ? -value : value

/**
 * Column of packages or weight. A correction shows the new amount but adds only the change to the
 * total, because its cargo is already included.
 */
function amountColumn(
  title: string,
  width: number,
  name: 'pkg' | 'kg',
  textOf?: (value: number) => string,
): Column {
  const amount = (line: PaperLine) => (name === 'kg' ? line.kg : line.pkg_qty)
  const shown = quantityColumn<PaperLine>(
    title,
    width,
    (line) => signedAmount(line, amount(line)),
    textOf,
  )
  const counted = quantityColumn<PaperLine>(
    title,
    width,
    (line) => signedAmount(line, amount(line)) - (name === 'kg' ? line.was_kg : line.was_pkg),
    textOf,
  )
  return { ...shown, ...(counted.total && { total: counted.total }) }
}

const day = (value: string | null) => value?.slice(0, 10) ?? ''
const splitText = (line: PaperLine) => `${line.split_cd}${line.split_seq}`
const reversalText = (line: PaperLine) =>
  line.standing_cd === 'STANDS' ? '' : printedCode('line-standing', line.standing_cd)

/** Volume of a line is its share of the cargo's volume. */
const cbmText = (line: PaperLine) =>
  line.filed_cbm === null ? '' : signedAmount(line, line.filed_cbm).toFixed(3)

const billNumbersText = (line: PaperLine) =>
  [line.filed_mbl_no, line.filed_hbl_no].filter(Boolean).join('\n')

/** Note on a correction or reversal: the line it concerns, its day, approval and reason. */
function noteText(line: PaperLine): string[] {
  if (line.of_no === null) return []
  const year = line.of_year === line.register_year ? '' : `${line.of_year}년 `
  const step = line.standing_cd === 'REVERSAL' ? '취소' : '정정'
  const approval = line.approval_no === null ? '' : `, 승인번호 ${line.approval_no}`
  const reason = line.remark === null ? '' : `: ${line.remark}`
  return [
    `${line.register_no}번 — ${year}${line.of_no}번 ${step} (${line.filed_on}${approval})${reason}`,
  ]
}

/** Columns of the arrival register (second-half.md §1, *Registers*). */
const arrivalColumns: readonly Column[] = [
  { title: '번호', width: 3, align: 'right', text: (line) => String(line.register_no) },
  leftColumn('반입일시', 8, (line) => line.done_text),
  leftColumn('반입신고번호', 14.5, (line) => line.report_no),
  leftColumn('화물관리번호', 15, (line) => line.filed_cargo_no),
  leftColumn('M/H B/L', 13, billNumbersText),
  leftColumn('선명·입항일', 8.5, (line) =>
    [line.filed_vessel_nm, day(line.filed_entry_dt)].filter(Boolean).join('\n'),
  ),
  leftColumn('화주', 7, (line) => line.filed_consignee_nm),
  { ...leftColumn('품명', 8, (line) => line.filed_goods_nm), total: () => '합계' },
  leftColumn('포장', 3.5, (line) => line.filed_pkg_unit_cd),
  amountColumn('개수', 5, 'pkg'),
  amountColumn('kg', 6.5, 'kg', weightText),
  { title: 'CBM', width: 5.5, align: 'right', text: (line) => cbmText(line) },
  leftColumn('유형', 6, (line) => printedCode('bonded-line-type', line.type_cd)),
  leftColumn('근거번호', 9, (line) => line.basis_no),
  leftColumn('분할', 3.5, splitText),
  leftColumn('장치위치', 6, (line) => line.places),
  leftColumn('컨테이너·봉인', 9.5, (line) =>
    [line.filed_cntr_no, line.filed_seal_no].filter(Boolean).join('\n'),
  ),
  leftColumn(
    '이상',
    4.5,
    (line) => printedCode('bonded-fault', line.fault_cd) || reversalText(line),
  ),
  leftColumn('장치기한', 8, (line) => day(line.filed_end_dt)),
  leftColumn('보세사', 5, (line) => line.person_nm ?? line.filed_keeper_nm),
]

const releaseColumns: readonly Column[] = [
  { title: '번호', width: 3, align: 'right', text: (line) => String(line.register_no) },
  leftColumn('반출일시', 10, (line) => line.done_text),
  leftColumn('반출신고번호', 13.6, (line) => line.report_no),
  leftColumn('화물관리번호', 14.2, (line) => line.filed_cargo_no),
  leftColumn('House B/L', 9, (line) => line.filed_hbl_no),
  leftColumn('화주', 8, (line) => line.filed_consignee_nm),
  { ...leftColumn('품명', 9, (line) => line.filed_goods_nm), total: () => '합계' },
  leftColumn('근거번호', 11, (line) => line.basis_no),
  leftColumn('수리일', 7, (line) => day(line.accept_dt)),
  leftColumn('유형', 7, (line) => printedCode('bonded-line-type', line.type_cd)),
  leftColumn('분할', 3.5, splitText),
  amountColumn('개수', 5, 'pkg'),
  amountColumn('kg', 7, 'kg', weightText),
  { title: '잔량 개수', width: 6, align: 'right', text: (line) => quantityText(line.rest_pkg) },
  { title: '잔량 kg', width: 7, align: 'right', text: (line) => weightText(line.rest_kg) },
  leftColumn('인수자', 7, (line) => line.person_nm),
  leftColumn('차량', 8, (line) => line.vehicle_no),
  leftColumn('비고', 5, reversalText),
]

const getPage = (line: PaperLine) => Math.ceil(line.register_no / linesOnPage)

/** Reads all lines of the selected lines' pages, because registers are printed in full pages. */
async function readFullPages(call: PrintCall, direction: 'IN' | 'OUT'): Promise<PaperLine[]> {
  const chosen = await readRequestedLines(call, direction, false)
  const pages = [...new Set(chosen.map((line) => `${line.register_year}/${getPage(line)}`))]
  return readLines(
    call,
    direction,
    sql`l.register_year || '/' || ceil(l.register_no / ${linesOnPage}::numeric)
      = any(${pages}::text[])`,
  )
}

function buildRegister(
  operation: PrintHandler['operation'],
  direction: 'IN' | 'OUT',
  title: string,
  columns: readonly Column[],
): PrintHandler {
  return handlePrint(operation, async (call) => {
    const lines = await readFullPages(call, direction)
    const pages = Map.groupBy(lines, (line) => `${line.register_year}-${getPage(line)}`)
    return {
      title,
      paper: 'A3',
      orientation: 'landscape',
      copies: 1,
      fileName: `${title}_${[...pages.keys()][0] ?? ''}`,
      printed: printStamp(call.userId),
      pages: [...pages].map(([key, rows]) => {
        const [year = '', page = ''] = key.split('-')
        const [first] = rows
        const sheds = new Set(rows.map((line) => `${line.shed_cd} ${line.filed_shed_nm}`))
        return {
          heading: [
            { label: '장치장', value: [...sheds].join(', ') },
            { label: '쪽번호', value: `${year}년 ${page}쪽` },
            { label: '창고', value: first?.warehouse_nm ?? '' },
            { label: '보세사', value: first?.filed_keeper_nm ?? '' },
          ],
          ...lineTable(columns, rows),
          notes: rows.flatMap(noteText),
        }
      }),
    }
  })
}

export const registerPaper: readonly PrintHandler[] = [
  buildRegister(arrivalRegister, 'IN', '반입대장', arrivalColumns),
  buildRegister(releaseRegister, 'OUT', '반출대장', releaseColumns),
]
