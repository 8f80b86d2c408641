import { integer } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { pageOf } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { t } from '#ui/base/language.ts'
import { askInput } from '#ui/forms/ask-input.tsx'

/** Asks for the place of a row of the grid in front and makes it the current one. */
export async function askRow(): Promise<void> {
  const page = pageOf(activeTab().key)
  const { rowCount = 0, rowPosition } = page?.status() ?? {}
  const ROW = integer(label(`행 번호 (1~${rowCount})`, `Row (1 to ${rowCount})`), {
    required: true,
    min: 1,
  })
  const title = t({ ko: '행 번호로 이동', en: 'Go to row number' })
  const given = await askInput({ title, fields: { ROW }, initial: { ROW: rowPosition ?? 1 } })
  if (given) page?.handle.goToRow?.(Number(given['ROW']))
}
