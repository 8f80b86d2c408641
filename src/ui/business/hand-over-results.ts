import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { download } from '#ui/remote/api.ts'
import { t } from '#ui/base/language.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { notify } from '#ui/windows/notify.tsx'
import { messageStepFrom } from '#areas/master/rules/message-status.ts'
import { findMessageKind } from './partner-kinds.ts'

const none = label(
  '송신대기 상태의 결과를 선택하세요. 없으면 먼저 결과를 작성하세요.',
  'Select results that are ready to send. If there are none, create them first.',
)

/** Saves the selected results as one sheet, then marks them as handed over. Throws CallError. */
export async function handOverResults(rows: readonly WireRow[]): Promise<boolean> {
  const isReady = (row: WireRow) =>
    row['DIRECTION_CD'] === 'OUT' && messageStepFrom.handOver.includes(String(row['STATE_CD']))
  const ready = rows.filter(isReady)
  const kind = ready[0] && findMessageKind(ready[0])
  if (!kind) {
    notify('warn', t(none))
    return false
  }
  const { lines, hand } = kind.operations
  const ids = ready.map((row) => Number(row['MESSAGE_ID']))
  const search = { MESSAGE_ID: ids.join(',') }
  const found = await postQuery({ source: lines }, search)
  const heads = new Map(ready.map((row) => [row['MESSAGE_ID'], row]))
  const columns = [...headColumns, ...kind.fields]
  const COLUMNS = columns.map((name) => {
    const field = headTitles[name] ?? lines.output[name]?.label ?? label(name, name)
    return { title: t(field), kind: 'text' }
  })
  const ROWS = found.map((line) => {
    const row = { ...line, ...heads.get(line['MESSAGE_ID'] ?? null), LINE_NO: line['LINE_NO'] }
    return columns.map((name) => row[name as keyof typeof row] ?? null)
  })
  const FILE_NM = t(label('파트너 결과', 'Partner results'))
  const file = await download('/api/file/exportExcel', { FILE_NM, FORMAT: 'xlsx', COLUMNS, ROWS })
  const named = ids.map((MESSAGE_ID, index) => ({ NO: index + 1, MESSAGE_ID }))
  const response = await saveProcedure(hand, named, new SaveKeys())
  notify('success', `${response.message} ${file}`)
  return true
}

const headColumns = ['RESULT_NO', 'RESULT_CD', 'DOC_NO', 'LINE_NO']
const headTitles: Readonly<Record<string, ReturnType<typeof label>>> = {
  RESULT_NO: label('결과번호', 'Result no.'),
  RESULT_CD: label('결과', 'Result'),
}
