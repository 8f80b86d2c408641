import type { JSX } from 'react'
import { backupPlans, backups, saveBackupPlan } from '#areas/system/operations/backups.ts'
import { howMany } from '#kernel/how-many.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { call } from '#ui/remote/api.ts'
import { t } from '#ui/base/language.ts'
import { openRows } from './rows-window.tsx'
import { askQuery, failureOf } from '#ui/remote/query-call.ts'
import { InputForm } from '#ui/forms/ask-input.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'

const everything: WireRow = {}

const at = (moment: string) =>
  `${moment.slice(4, 6)}-${moment.slice(6, 8)} ${moment.slice(8, 10)}:${moment.slice(10, 12)}`

/** How safe the site is, in a line: the newest good backup, and what went wrong since. */
function says(rows: readonly WireRow[]): Label {
  const good = rows.findIndex((row) => row['STATE_CD'] === 'DONE')
  const failed = rows
    .slice(0, good < 0 ? undefined : good)
    .filter((row) => row['STATE_CD'] === 'FAILED').length
  const kept = rows.filter((row) => row['STATE_CD'] === 'DONE' && !row['REMOVED_AT']).length
  const newest = good < 0 ? '–' : at(String(rows[good]?.['VERIFIED_AT'] ?? ''))
  return label(
    `복원 검증된 최근 백업 ${newest} · 보관 ${howMany(kept)}개 · 그 뒤 실패 ${howMany(failed)}건`,
    `Newest verified backup ${newest} · ${howMany(kept)} kept · ${howMany(failed)} failed since`,
  )
}

/** Opens the list of backups. */
export function openBackups(): Promise<void> {
  const empty = label('자동백업이 없습니다.', 'No backups yet.')
  return openRows(backups, everything, { empty, says })
}

async function savePlan(row: WireRow): Promise<void> {
  const body = { PROCEDURE: saveBackupPlan.name, ROWS: [{ ...row, NO: 1 }] }
  const options = { idempotencyKey: crypto.randomUUID() }
  const path = '/api/wms/comm/wmsCommon/saveProcedure'
  const answer = await call<{ message?: string }>(path, body, options)
  if (answer.message) notify('success', answer.message)
}

/** Asks for the plan as it should be; while the server refuses it the form stays. */
export async function openPlan(): Promise<void> {
  try {
    const asked = new AbortController()
    const [plan = {}] = await askQuery({ source: backupPlans }, everything, asked.signal)
    const fields = saveBackupPlan.input
    const initial = Object.fromEntries(
      Object.keys(fields).map((name) => [name, plan[name] ?? null]),
    )
    const Content = (props: { readonly close: (row?: WireRow) => void }): JSX.Element => (
      <InputForm fields={fields} initial={initial} send={savePlan} close={props.close} />
    )
    await openPopup<WireRow>(Content, { width: 420, height: 350, title: t(saveBackupPlan.title) })
  } catch (error) {
    const { text, advice } = failureOf(error)
    notify('error', `${text} ${advice}`)
  }
}
