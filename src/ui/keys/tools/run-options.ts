import type { RowOption } from '#keymaps/row-options.ts'
import type { RowOptionsHandle } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { goToTab } from '#ui/workspace/navigation.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { executeCommand } from '#ui/keys/dispatch/run-command.ts'
import { activeTab, currentTabs, type Tab } from '#ui/tabs/tabs.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { offeredCommand, rowOptions } from '#ui/keys/dispatch/offered-options.ts'

/**
 * Executes the option numbers typed next to rows, one option at a time. Stops at a number that is
 * invalid for its row and leaves the remaining numbers in place.
 */
export async function runOptions(): Promise<void> {
  const tab = activeTab()
  const handle = findPage(tab.key)?.handle.options
  if (!handle) return
  const known = rowOptions()
  const unknown = handle
    .entries()
    .find(({ number }) => !known.some((option) => option.number === number))
  if (unknown) return rejectNumber(handle, unknown)
  for (const option of known) {
    const rows = rowsWithNumber(handle, option)
    if (rows.length === 0) continue
    activateTabAgain(tab)
    if (!(await runOption(handle, option, rows, tab))) return
  }
}

function rowsWithNumber(handle: RowOptionsHandle, { number }: RowOption): number[] {
  return handle
    .entries()
    .filter((candidate) => candidate.number === number)
    .map(({ row }) => row)
}

/** Returns false if the remaining options must wait. */
async function runOption(
  handle: RowOptionsHandle,
  option: RowOption,
  rows: readonly number[],
  tab: Tab,
): Promise<boolean> {
  const [first] = rows
  if (first === undefined || !handle.goTo(first)) return true
  const id = offeredCommand(option)
  if (!id) {
    rejectNumber(handle, { number: option.number, row: first })
    return false
  }
  if (option.over === 'rows') {
    await handle.runOnRows(rows, () => executeCommand(id))
    return true
  }
  for (const row of option.over === 'first' ? [first] : rows) {
    activateTabAgain(tab)
    if (handle.goTo(row)) await handle.runOnRows([row], () => executeCommand(id))
  }
  return option.over !== 'first'
}

function activateTabAgain(tab: Tab): void {
  const openTab = currentTabs().tabs.find(({ key }) => key === tab.key)
  if (openTab && activeTab().key !== tab.key) goToTab(openTab)
}

function rejectNumber(
  handle: RowOptionsHandle,
  { number, row }: { readonly number: string; readonly row: number },
): void {
  handle.goTo(row)
  const ko = `번호 ${number}: 이 행에서는 사용할 수 없습니다.`
  notify('warn', t(label(ko, `Number ${number} cannot be used on this row.`)))
}
