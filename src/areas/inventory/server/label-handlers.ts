import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { AppError, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handlePrint,
  handleProcedure,
  handleQuery,
  type Handler,
  type PrintHandler,
} from '#server/engine/handler.ts'
import type { LabelSheet } from '#server/print/label-sheet.ts'
import type { LabelForms } from '../operations/label-forms.ts'
import { buildLabel, getSize, type LabelKind, type LabelLine } from './label-contents.ts'

/** Maximum labels per file. */
const maxLabels = 2000

const toLabelKind = (value: unknown): LabelKind =>
  value === 'ITEM' || value === 'PALLET' || value === 'CELL' ? value : 'BOX'
const getText = (value: unknown) => (typeof value === 'string' ? value : '')

type PrintCall = Parameters<PrintHandler['compose']>[0]

const isPresent = (line: LabelLine | undefined): line is LabelLine => line !== undefined

function printStateError(words: Label): Error {
  return new AppError(409, 'PRINT_STATE', words)
}

const lineKey = (row: { doc_no: string; line_no: number; balance_id: string | null }) =>
  `${row.doc_no}|${row.line_no}|${row.balance_id ?? ''}`

async function readLines(request: Pick<PrintCall, 'rows' | 'scope' | 'db'>, lines: Sql) {
  const wanted = request.rows.map((row) => ({
    doc_no: getText(row['DOC_NO']),
    line_no: Number(row['LINE_NO'] ?? 0) || 0,
    balance_id: getText(row['BALANCE_ID']) || null,
  }))
  const { wcode, owners } = request.scope
  const found = await request.db.query<LabelLine>(sql`
    select v.* from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as r(doc_no text, line_no integer, balance_id text)
    join (${lines}) v on v.doc_no = r.doc_no and v.line_no = r.line_no
      and v.balance_id is not distinct from r.balance_id
    where v.wcode = ${wcode} and (${owners === null}
      or v.owner_cd = any(${[...(owners ?? [])]}::text[]))`)
  const byKey = new Map(found.map((line) => [lineKey(line), line]))
  return wanted.map((row) => byKey.get(lineKey(row)))
}

/** Finds the lines whose stock must not leave, with the reason for each. */
export type FindStops = (
  call: Pick<PrintCall, 'db' | 'today'>,
  lines: readonly LabelLine[],
) => Promise<ReadonlyMap<LabelLine, Label>>

const findNoStops: FindStops = async () => new Map()

/**
 * Composes the labels of rows. All rows must have the same label kind, because one printer prints
 * them.
 */
async function composeLabels(
  request: PrintCall,
  forms: LabelForms,
  lines: Sql,
  findStops: FindStops,
): Promise<LabelSheet> {
  const found = await readLines(request, lines)
  const missing = found.filter((line) => !line).length
  if (missing > 0) {
    throw printStateError(
      label(
        `${formatCount(missing)}행을 찾을 수 없습니다.`,
        `${formatCount(missing, 'line')} not found.`,
      ),
    )
  }
  const [stop] = (await findStops(request, found.filter(isPresent))).values()
  if (stop) throw printStateError(stop)
  const [kind, ...others] = new Set(request.rows.map((row) => toLabelKind(row['LABEL_CD'])))
  if (!kind || others.length > 0) {
    throw printStateError(
      label('한 번에 한 가지 라벨만 인쇄할 수 있습니다.', 'Print one kind of label at a time.'),
    )
  }
  rejectWithoutCell(forms, kind, found)
  const printedKeys = await wasPrintedBefore(request, forms, kind)
  const silent = request.rows.find((row, index) => {
    const line = found[index]
    return line && printedKeys.has(lineKey(line)) && !getText(row['REASON'])
  })
  if (silent) {
    const at = `${getText(silent['DOC_NO'])} / ${silent['LINE_NO']}`
    throw printStateError(
      label(
        `${at}: 이미 인쇄한 라벨입니다. 재인쇄 사유를 입력하세요.`,
        `${at} was printed before. Enter a reprint reason.`,
      ),
    )
  }
  const [{ layout }, { language }] = [forms, request]
  const labels = request.rows.flatMap((row, index) => {
    const line = found[index]
    const copies = Math.min(999, Math.max(1, Math.trunc(Number(row['COPIES'] ?? 1)) || 1))
    return line ? [buildLabel({ layout, kind, language }, line, copies)] : []
  })
  if (labels.reduce((sum, { copies }) => sum + copies, 0) > maxLabels) {
    throw printStateError(
      label(
        `한 번에 ${formatCount(maxLabels)}장까지입니다.`,
        `At most ${formatCount(maxLabels, 'label')} at a time.`,
      ),
    )
  }
  const fileName = `${label('라벨', 'labels')[language]}_${found[0]?.doc_no ?? ''}`
  return { fileName, ...getSize(forms.layout, kind), labels }
}

function rejectWithoutCell(
  { layout }: LabelForms,
  kind: LabelKind,
  found: readonly (LabelLine | undefined)[],
): void {
  const loose = layout === 'STANDARD' && kind === 'CELL' && found.find((line) => !line?.cell_cd)
  if (!loose) return
  const at = `${loose.doc_no} / ${loose.line_no}`
  throw printStateError(
    label(
      `${at}: 셀이 정해지지 않았습니다. 셀 라벨은 셀관리에서 인쇄하세요.`,
      `${at} has no cell. Print cell labels on the Cells screen.`,
    ),
  )
}

async function wasPrintedBefore(request: PrintCall, forms: LabelForms, kind: LabelKind) {
  const numbers = request.rows.map((row) => getText(row['DOC_NO']))
  const rows = await request.db.query<Pick<LabelLine, 'doc_no' | 'line_no' | 'balance_id'>>(sql`
    select distinct doc_no, line_no, balance_id::text from label_print where doc_no = any(${numbers}::text[])
      and layout_cd = ${forms.layout} and label_cd = ${kind}`)
  return new Set(rows.map(lineKey))
}

/**
 * Handlers of a label screen. `lines` is a SELECT of the lines to label with `wcode, owner_cd,
 * doc_dt` and the columns of `LabelLine`. Document, line and balance identify the stock.
 */
export function labelHandlers(
  forms: LabelForms,
  lines: Sql,
  findStops: FindStops = findNoStops,
): Handler[] {
  const { layout } = forms
  return [
    handleQuery(
      forms.rows,
      'v.doc_dt desc, v.doc_no desc, v.line_no',
      () => sql`
        select l.*, 'BOX' label_cd, 1 copies, null::text reason, 'PDF' format_cd,
          (select coalesce(sum(p.copies), 0) from label_print p where p.doc_no = l.doc_no
            and p.line_no = l.line_no and p.balance_id::text is not distinct from l.balance_id
            and p.layout_cd = ${layout}) printed_count
        from (${lines}) l`,
    ),
    handlePrint(forms.print, (request) => composeLabels(request, forms, lines, findStops)),
    handleProcedure(forms.record, async (call) => {
      const found = await readLines(
        { db: call.tx, scope: call.scope, rows: call.rows.map((row) => row.values) },
        lines,
      )
      const notFound = label('행을 찾을 수 없습니다.', 'Line not found.')
      const stops = await findStops({ db: call.tx, today: call.today }, found.filter(isPresent))
      const errors = call.rows.flatMap(({ no }, index): RowError[] => {
        const line = found[index]
        const problem = line ? stops.get(line) : notFound
        return problem ? [{ row: no, text: problem, column: 'DOC_NO' }] : []
      })
      if (errors.length) throw conflictingRows(errors)
      const printed = call.rows.map(({ values }, index) => ({
        owner_cd: found[index]?.['owner_cd'],
        doc_no: values['DOC_NO'],
        line_no: values['LINE_NO'],
        balance_id: values['BALANCE_ID'] ?? null,
        label_cd: values['LABEL_CD'],
        copies: values['COPIES'],
        reason: values['REASON'] ?? null,
      }))
      await call.tx.execute(sql`
        insert into label_print (wcode, owner_cd, doc_no, line_no, balance_id, layout_cd, label_cd,
          copies, reason, printed_by)
        select ${call.scope.wcode}, owner_cd, doc_no, line_no, balance_id, ${layout}, label_cd,
          copies, reason, ${call.userId}
        from jsonb_to_recordset(${JSON.stringify(printed)}::jsonb) as p(owner_cd text, doc_no text,
          line_no integer, balance_id bigint, label_cd text, copies integer, reason text)`)
      const count = printed.reduce((sum, { copies }) => sum + Number(copies), 0)
      return {
        rows: call.rows.map(({ no }) => ({ ROW: no })),
        // The print page or printer file opens only after this call, so the labels are not yet
        // printed.
        message: label(
          `라벨 ${formatCount(count)}장을 만들었습니다. 인쇄하세요.`,
          `${formatCount(count, 'label')} ready to print.`,
        ),
      }
    }),
  ]
}
