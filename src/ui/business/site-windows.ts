import { saveWarehouse, thisWarehouse } from '#areas/system/operations/warehouse.ts'
import { backupPlans, backups, saveBackupPlan } from '#areas/system/operations/backups.ts'
import { serverFigures } from '#areas/system/operations/server-figures.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Procedure, Query } from '#kernel/operation.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { postQuery, toFailure } from '#ui/remote/query-call.ts'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openRows } from './rows-window.tsx'

export { openGivenNumbers, openNewNumbers } from './handling-numbers.ts'

const everything: WireRow = {}

const at = (moment: string) =>
  `${moment.slice(4, 6)}-${moment.slice(6, 8)} ${moment.slice(8, 10)}:${moment.slice(10, 12)}`

function backupsSummary(rows: readonly WireRow[]): Label {
  const good = rows.findIndex((row) => row['STATE_CD'] === 'DONE')
  const failed = rows
    .slice(0, good < 0 ? undefined : good)
    .filter((row) => row['STATE_CD'] === 'FAILED').length
  const kept = rows.filter((row) => row['STATE_CD'] === 'DONE' && !row['REMOVED_AT']).length
  const newest = good < 0 ? '–' : at(String(rows[good]?.['VERIFIED_AT'] ?? ''))
  return label(
    `복원 검증된 최근 백업 ${newest} · 보관 ${formatCount(kept)}개 · 그 뒤 실패 ${formatCount(failed)}건`,
    `Newest verified backup ${newest} · ${formatCount(kept)} kept · ${formatCount(failed)} failed since`,
  )
}

export function openBackups(): Promise<void> {
  const empty = label('자동백업이 없습니다.', 'No backups yet.')
  return openRows(backups, everything, { empty, summary: backupsSummary })
}

export function openServerFigures(): Promise<void> {
  const empty = label(
    '서버가 1분마다 지표를 기록합니다.',
    'Servers record their metrics every minute.',
  )
  return openRows(serverFigures, everything, { empty })
}

/**
 * Opens the single row of a query as a form. The form remains open while the server rejects the
 * save.
 */
async function openSingleRow(source: Query, procedure: Procedure): Promise<void> {
  const keys = new SaveKeys()
  // The version check rejects a save if the row was changed concurrently.
  let VERSION: WireRow[string] = null
  const send = async (row: WireRow): Promise<void> => {
    await saveAndNotify(procedure, [{ ...row, NO: 1, VERSION }], keys)
  }
  try {
    const [facts = {}] = await postQuery({ source }, {})
    const fields = procedure.input
    VERSION = facts['VERSION'] ?? null
    const initial = Object.fromEntries(
      Object.keys(fields).map((name) => [name, facts[name] ?? null]),
    )
    const row = await promptInput({ title: t(procedure.title), fields, initial, send })
    if (row) await findPage(activeTab().key)?.handle.search()
  } catch (error) {
    const { text, advice } = toFailure(error)
    notify('error', `${text} ${advice}`)
  }
}

export const openPlan = (): Promise<void> => openSingleRow(backupPlans, saveBackupPlan)

export const openWarehouse = (): Promise<void> => openSingleRow(thisWarehouse, saveWarehouse)
