import {
  giveHandlingNumbers,
  handlingBatches,
  handlingNumberLabels,
  printChoices,
} from '#areas/inventory/operations/handling-numbers.ts'
import type { WireRow } from '#kernel/field.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { showPrinted } from '#ui/page/tools/page-print.tsx'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { openRows } from './rows-window.tsx'

const { FORMAT_CD } = printChoices

/** Screens that handle boxes: the form starts with the box kind. */
const routesOfBoxes: readonly string[] = ['BoxMove', 'PackingInterfacePikl']

export async function openNewNumbers(): Promise<boolean> {
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

export async function openGivenNumbers(): Promise<void> {
  await openRows(handlingBatches, {}, { leads: (row) => void reprintLabels(row) })
}

async function reprintLabels({
  BATCH_NO = null,
  FIRST_NO = null,
  LAST_NO = null,
}: WireRow): Promise<void> {
  const title = t(handlingNumberLabels.title)
  const answered = await promptInput({
    title,
    fields: printChoices,
    initial: { FIRST_NO, LAST_NO },
  })
  if (answered) await showPrinted(handlingNumberLabels, [{ ...answered, BATCH_NO }])
}
