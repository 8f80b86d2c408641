import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { pickRow, rowsContaining, type HelpColumn } from '#ui/forms/value-help.tsx'
import { call, CallError } from '#ui/remote/api.ts'
import { showErrors, showMessage } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { joinLines } from './row-errors.ts'

interface ImportBatch {
  readonly IMPORT_NO: number
  readonly OPERATION_NM: string
  readonly FILE_NM: string
  readonly CREATED_COUNT: number
  readonly UPDATED_COUNT: number
  readonly STATE_CD: 'DONE' | 'UNDONE'
  readonly CREATED_BY: string
  /** `yyyyMMddHHmmss` */
  readonly CREATED_AT: string
  readonly UNDONE_BY: string | null
}

/** Lists the latest imports of these procedures, newest first. Throws CallError. */
export async function listImports(procedures: readonly string[]): Promise<readonly ImportBatch[]> {
  const body = { PROCEDURES: procedures }
  const path = '/api/import/list'
  return (await call<{ data: readonly ImportBatch[] }>(path, body, { quiet: true })).data
}

/** Checks whether an import can be undone. Throws CallError with the reasons by row. */
async function checkUndo(importNo: number): Promise<void> {
  await call('/api/import/undo', { IMPORT_NO: importNo, DRY_RUN: 'Y' })
}

/** Undoes an entire import in one transaction. Returns the server's message. Throws CallError. */
async function undoImport(importNo: number): Promise<string> {
  const body = { IMPORT_NO: importNo }
  const idempotencyKey = crypto.randomUUID()
  return (await call<{ message: string }>('/api/import/undo', body, { idempotencyKey })).message
}

/** Maximum reasons listed. Further ones are only counted. */
const maxReasons = 20

const columns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('번호', 'No.'), width: '64px', isNumber: true },
  { name: 'NAME', title: label('파일', 'File'), width: '1fr' },
  { name: 'WHAT', title: label('업무', 'Operation'), width: '130px' },
  { name: 'CREATED', title: label('신규', 'New'), width: '64px', isNumber: true },
  { name: 'UPDATED', title: label('수정', 'Changed'), width: '64px', isNumber: true },
  { name: 'WHO', title: label('사용자', 'User'), width: '96px' },
  { name: 'WHEN', title: label('일시', 'Time'), width: '132px' },
  { name: 'STATE', title: label('상태', 'Status'), width: '120px' },
]

function formatTime(digits: string): string {
  const day = `${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  return `${digits.slice(0, 4)}-${day} ${digits.slice(8, 10)}:${digits.slice(10, 12)}`
}

function stateText({ STATE_CD, UNDONE_BY }: ImportBatch): string {
  if (STATE_CD === 'DONE') return t(label('완료', 'Done'))
  return t(label(`되돌림 (${UNDONE_BY})`, `Undone (${UNDONE_BY})`))
}

function toLine(batch: ImportBatch): WireRow {
  return {
    CODE: batch.IMPORT_NO,
    NAME: batch.FILE_NM,
    WHAT: batch.OPERATION_NM,
    CREATED: batch.CREATED_COUNT,
    UPDATED: batch.UPDATED_COUNT,
    WHO: batch.CREATED_BY,
    WHEN: formatTime(batch.CREATED_AT),
    STATE: stateText(batch),
  }
}

async function chooseImport(procedures: readonly string[]): Promise<ImportBatch | undefined> {
  let known: readonly ImportBatch[] = []
  const list = {
    columns,
    async find(text: string) {
      if (known.length === 0) known = await listImports(procedures)
      return rowsContaining(known.map(toLine), text)
    },
    placeholder: label('파일, 사용자, 날짜로 찾기', 'Find by file, user or date'),
    none: label('가져오기 이력이 없습니다.', 'No imports yet.'),
    action: label('가져오기 되돌리기', 'undo the import'),
  }
  const title = t(label('가져오기 이력', 'Past imports'))
  const line = await pickRow(list, { width: 900, height: 520, title })
  return known.find(({ IMPORT_NO }) => IMPORT_NO === line?.['CODE'])
}

function undoErrorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const rows = error instanceof CallError ? error.rows : []
  if (rows.length === 0) return text
  const head = label(
    '가져오기를 되돌릴 수 없습니다. 변경된 내용은 없습니다.',
    'The import cannot be undone. Nothing was changed.',
  )
  const lines = rows.map(({ POERROR }) => POERROR)
  return `${t(head)}\n${joinLines(lines, maxReasons)}`
}

/**
 * Undoes an import after confirmation, or shows why that is impossible. Returns true if it was
 * undone.
 */
async function confirmUndoImport(
  batch: Pick<ImportBatch, 'IMPORT_NO' | 'FILE_NM' | 'CREATED_COUNT' | 'UPDATED_COUNT'>,
): Promise<boolean> {
  const { IMPORT_NO, FILE_NM, CREATED_COUNT, UPDATED_COUNT } = batch
  const question = label(
    `'${FILE_NM}' 가져오기 전체를 되돌릴까요?\n신규 ${formatCount(CREATED_COUNT)}건은 삭제되고 수정 ${formatCount(UPDATED_COUNT)}건은 이전 값으로 복원됩니다.`,
    `Undo the entire import of '${FILE_NM}'?\n${formatCount(CREATED_COUNT, 'new record')} will be deleted, ${formatCount(UPDATED_COUNT, 'changed one')} restored.`,
  )
  return runOrShowError(async () => {
    await checkUndo(IMPORT_NO)
    if (!(await showMessage({ kind: 'question', text: t(question) }))) return false
    notify('success', await undoImport(IMPORT_NO))
    return true
  })
}

/**
 * Undoes an import without confirmation. Used while its rows are still on the page and can be saved
 * again.
 */
export function undoWithoutConfirming(importNo: number): Promise<boolean> {
  return runOrShowError(async () => {
    const done = await undoImport(importNo)
    const again = t(label('^S로 다시 저장할 수 있습니다.', 'Press ^S to save it again.'))
    notify('success', `${done} ${again}`)
    return true
  })
}

async function runOrShowError(act: () => Promise<boolean>): Promise<boolean> {
  return (await showErrors(act, undoErrorText)) === true
}

export async function openImports(
  procedures: readonly string[],
  undone: () => void,
): Promise<void> {
  for (;;) {
    const batch = await showErrors(() => chooseImport(procedures), undoErrorText)
    if (!batch) return
    if (batch.STATE_CD === 'UNDONE') {
      notify('info', t(label('이미 되돌린 가져오기입니다.', 'Already undone.')))
    } else if (await confirmUndoImport(batch)) undone()
  }
}
