import { useSyncExternalStore, type JSX } from 'react'
import { pageOf, type PageStatus } from '../app/page-registry.ts'
import { useTabs } from '../app/tabs.ts'
import { onReaderMode, readerMode } from '../grid/reader-mode.ts'
import { t, useLanguage } from '../language.ts'
import { modeOf, useContextValues } from './status-line.tsx'

/** In screen-reader mode: says what the status line shows, part by part, as it changes. */
export function Announcements(): JSX.Element | null {
  const on = useSyncExternalStore(onReaderMode, readerMode)
  return on ? <Spoken /> : null
}

function Spoken(): JSX.Element {
  useLanguage()
  const context = useContextValues()
  const { tabs, active } = useTabs()
  const title = tabs.find(({ key }) => key === active)?.title
  const status: PageStatus = pageOf(active)?.status() ?? {}
  // Only the part that changed is read; the cell itself is said by its grid.
  return (
    <div className="visually-hidden announcements" role="status" aria-atomic="false">
      <p>{title && t(title)}</p>
      <p>{t(modeOf(context))}</p>
      <p>{rowsInWords(status, context['loading'] === true)}</p>
      <p>{status.note}</p>
    </div>
  )
}

function rowsInWords({ rowCount }: PageStatus, loading: boolean): string {
  if (loading) return t({ ko: '조회하는 중', en: 'Searching' })
  if (rowCount === undefined) return ''
  return t({ ko: `${rowCount}행`, en: `${rowCount} rows` })
}
