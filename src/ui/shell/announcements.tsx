import { useSyncExternalStore, type JSX } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import { platform, useKeySequence } from '#ui/keys/dispatch/keyboard.ts'
import { label } from '#kernel/label.ts'
import { findPage, type PageStatus } from '#ui/tabs/page-registry.ts'
import { resolveCommand } from '#ui/keys/dispatch/run-command.ts'
import { useTabs } from '#ui/tabs/tabs.ts'
import { spokenKeys } from '#ui/keys/key-label.ts'
import { onReaderMode, isReaderMode } from '#ui/base/reader-mode.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { modeLabel, useContextValues } from './status-line.tsx'

export function Announcements(): JSX.Element | null {
  const isOn = useSyncExternalStore(onReaderMode, isReaderMode)
  return isOn ? <LiveRegions /> : null
}

function LiveRegions(): JSX.Element {
  useLanguage()
  const context = useContextValues()
  const { tabs, active } = useTabs()
  const title = tabs.find(({ key }) => key === active)?.title
  const status: PageStatus = findPage(active)?.status() ?? {}
  // Announces only the changed part. The grid announces its current cell.
  return (
    <div className="visually-hidden announcements" role="status" aria-atomic="false">
      <p>{title && t(title)}</p>
      <p>{t(modeLabel(context))}</p>
      <p>{describeRows(status, context['loading'] === true)}</p>
      <p>{describeNote(status, context)}</p>
      <p>{describeSequence(useKeySequence())}</p>
    </div>
  )
}

/**
 * A station announces each scan itself, so its note is suppressed; otherwise its queue and timings
 * would be read out on every scan.
 */
function describeNote({ note }: PageStatus, context: ContextValues): string {
  return context['kind'] === 'scan' ? '' : (note ?? '')
}

function describeSequence({ pending, choices, missed }: ReturnType<typeof useKeySequence>): string {
  if (missed !== undefined) {
    const keys = spokenKeys(missed, platform)
    return t(label(`${keys}: 지정되지 않은 키`, `${keys}: not assigned`))
  }
  if (pending === '') return ''
  const next = choices.map(
    ({ keys, command }) => `${spokenKeys(keys, platform)} ${t(resolveCommand(command).title)}`,
  )
  const begun = spokenKeys(pending, platform)
  return [t(label(`${begun}, 다음 키`, `${begun}, next key`)), ...next].join(', ')
}

function describeRows({ rowCount, isFresh }: PageStatus, isLoading: boolean): string {
  if (isLoading) return t(label('조회하는 중', 'Searching'))
  if (rowCount === undefined || isFresh) return ''
  const count = rowCount
  return t(label(`${formatCount(count)}행`, `${formatCount(count, 'row')}`))
}
