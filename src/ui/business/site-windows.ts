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
import {
  giveHandlingNumbers,
  handlingBatches,
  handlingNumberLabels,
  printChoices,
} from '#areas/inventory/operations/handling-numbers.ts'
import { showPrinted } from '#ui/page/tools/page-print.tsx'
import { ledgerFindings } from '#areas/inventory/operations/proof.ts'
import { ledgerState } from '#ui/remote/ledger-state.ts'
import { codeListScreens } from '#areas/freight/rules/code-list-screens.ts'
import { whereUsed } from '#areas/freight/operations/where-used.ts'
import { deliveryStatus } from '#areas/master/rules/message-status.ts'
import { resendWebhooks, webhookDeliveries } from '#areas/master/operations/webhooks.ts'
import { showErrors } from '#ui/windows/message.tsx'

const noConditions: WireRow = {}

const formatShortTimestamp = (timestamp: string) =>
  `${timestamp.slice(4, 6)}-${timestamp.slice(6, 8)} ${timestamp.slice(8, 10)}:${timestamp.slice(10, 12)}`

function backupsSummary(rows: readonly WireRow[]): Label {
  const good = rows.findIndex((row) => row['STATE_CD'] === 'DONE')
  const failed = rows
    .slice(0, good < 0 ? undefined : good)
    .filter((row) => row['STATE_CD'] === 'FAILED').length
  const kept = rows.filter((row) => row['STATE_CD'] === 'DONE' && !row['REMOVED_AT']).length
  const newest = good < 0 ? '–' : formatShortTimestamp(String(rows[good]?.['VERIFIED_AT'] ?? ''))
  return label(
    `복원 검증된 최근 백업 ${newest} · 보관 ${formatCount(kept)}개 · 그 뒤 실패 ${formatCount(failed)}건`,
    `Newest verified backup ${newest} · ${formatCount(kept)} kept · ${formatCount(failed)} failed since`,
  )
}

export function openBackups(): Promise<void> {
  const emptyText = label('자동백업이 없습니다.', 'No backups yet.')
  return openRows(backups, noConditions, { emptyText, summary: backupsSummary })
}

export function openServerFigures(): Promise<void> {
  const emptyText = label(
    '서버가 1분마다 지표를 기록합니다.',
    'Servers record their metrics every minute.',
  )
  return openRows(serverFigures, noConditions, { emptyText })
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

const { FORMAT_CD } = printChoices

/** Screens that handle boxes: the form starts with the box kind. */
const routesOfBoxes: readonly string[] = ['BoxMove', 'PackingInterfacePikl']

export async function openNewHandlingNumbers(): Promise<boolean> {
  const { route = '' } = activeTab().screen ?? {}
  const keys = new SaveKeys()
  let batch: WireRow | undefined
  const answered = await promptInput({
    title: t(giveHandlingNumbers.title),
    fields: { ...giveHandlingNumbers.input, FORMAT_CD },
    initial: routesOfBoxes.includes(route) ? { KIND_CD: 'BOX' } : {},
    send: async ({ FORMAT_CD: _format, ...row }) => {
      const { data } = await saveAndNotify(giveHandlingNumbers, [{ NO: 1, ...row }], keys)
      batch = data?.rows?.[0]
    },
  })
  if (!answered || !batch) return false
  const { BATCH_NO = null } = batch
  await showPrinted(handlingNumberLabels, [{ BATCH_NO, FORMAT_CD: answered['FORMAT_CD'] ?? null }])
  return true
}

export async function openHandlingBatches(): Promise<void> {
  await openRows(handlingBatches, {}, { onEnter: (row) => void reprintLabels(row) })
}

async function reprintLabels(row: WireRow): Promise<void> {
  const { BATCH_NO = null, FIRST_NO = null, LAST_NO = null } = row
  const title = t(handlingNumberLabels.title)
  const initial = { FIRST_NO, LAST_NO }
  const answered = await promptInput({ title, fields: printChoices, initial })
  if (answered) await showPrinted(handlingNumberLabels, [{ ...answered, BATCH_NO }])
}

function findingsSummary(rows: readonly WireRow[]): Label {
  const at = ledgerState.facts?.CHECKED_AT
  const time = at ? `${at.slice(8, 10)}:${at.slice(10, 12)}:${at.slice(12, 14)}` : '–'
  return label(
    `마지막 검증 ${time} · 불일치 ${formatCount(rows.length)}건`,
    `Last checked ${time} · ${formatCount(rows.length, 'finding')}`,
  )
}

export function openFindings(): Promise<void> {
  const emptyText = label('이상이 없습니다.', 'No issues found.')
  return openRows(ledgerFindings, {}, { emptyText, summary: findingsSummary })
}

export async function openWhereUsed(row: WireRow): Promise<void> {
  const { list, key } = codeListScreens[activeTab().screen?.route ?? ''] ?? {}
  const code = key === undefined ? null : (row[key] ?? null)
  if (list === undefined || code === null) return
  await openRows(
    whereUsed,
    { LIST_CD: list, CODE: code },
    {
      subject: String(code),
      emptyText: label('사용하는 곳이 없습니다.', 'Not used anywhere.'),
      summary: (rows) => {
        const count = rows.reduce((sum, used) => sum + Number(used['USED_COUNT'] ?? 0), 0)
        return label(`${formatCount(count)}건에서 사용`, `Used by ${formatCount(count)}`)
      },
      isSmall: true,
    },
  )
}

const noDeliveries = label(
  '웹훅으로 보낸 결과가 없습니다. 파트너 프로필에 웹훅 주소를 등록하세요.',
  'No results were posted to webhooks. Enter a webhook address on the partner profile.',
)

function webhooksSummary(rows: readonly WireRow[]): Label {
  const waiting = rows.filter((row) => row['STATE_CD'] === deliveryStatus.waiting).length
  const failed = rows.filter((row) => row['STATE_CD'] === deliveryStatus.failed).length
  return label(
    `${formatCount(rows.length)}건 · 대기 ${formatCount(waiting)}건 · 실패 ${formatCount(failed)}건`,
    `${formatCount(rows.length)} · ${formatCount(waiting)} waiting · ${formatCount(failed)} failed`,
  )
}

export async function openWebhooks(): Promise<void> {
  const keys = new SaveKeys()
  await openRows(
    webhookDeliveries,
    {},
    {
      title: t(label('웹훅 전송 내역', 'Webhook deliveries')),
      size: { width: 1360, height: 520 },
      emptyText: noDeliveries,
      summary: webhooksSummary,
      fullTextColumn: 'ANSWER',
      act: {
        title: label('다시 보내기', 'Send again'),
        letter: 'R',
        run: async ({ DELIVERY_ID = null }) => {
          await showErrors(() => saveAndNotify(resendWebhooks, [{ NO: 1, DELIVERY_ID }], keys))
        },
      },
    },
  )
}
