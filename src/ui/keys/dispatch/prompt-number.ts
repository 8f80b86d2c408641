import { integer } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { chordTimeoutMs, saveChordTimeout } from '#ui/keys/key-settings.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { notify } from '#ui/windows/notify.tsx'

export async function promptRowNumber(): Promise<void> {
  const page = findPage(activeTab().key)
  const { rowCount = 0, rowPosition } = page?.status() ?? {}
  const ROW = integer(label(`행 번호 (1~${rowCount})`, `Row (1 to ${rowCount})`), {
    required: true,
    min: 1,
  })
  const title = t(label('행 번호로 이동', 'Go to row number'))
  const given = await promptInput({ title, fields: { ROW }, initial: { ROW: rowPosition ?? 1 } })
  if (given) page?.handle.goToRow?.(Number(given['ROW']))
}

const longestSeconds = 600

/** Prompts for the chord timeout; 0 means no limit (WCAG 2.2.1). */
export async function chooseChordTimeout(): Promise<void> {
  const current = chordTimeoutMs()
  const SECONDS = current === null ? 0 : Math.round(current / 1000)
  const field = integer(label('초 (0: 제한 없음)', 'Seconds (0: no limit)'), {
    required: true,
    min: 0,
    max: longestSeconds,
  })
  const title = t(label('연속 키 대기 시간', 'Key sequence timeout'))
  const given = await promptInput({ title, fields: { SECONDS: field }, initial: { SECONDS } })
  if (!given) return
  const seconds = Math.min(Math.max(Number(given['SECONDS']) || 0, 0), longestSeconds)
  await saveChordTimeout(seconds === 0 ? null : seconds * 1000)
  const message =
    seconds === 0
      ? label('연속 키의 대기 시간에 제한이 없습니다.', 'Key sequences have no timeout.')
      : label(`연속 키의 대기 시간은 ${seconds}초입니다.`, `Key sequence timeout: ${seconds} s.`)
  notify('success', t(message))
}
