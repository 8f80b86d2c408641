import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import { currentSession } from '#ui/remote/session.ts'
import { t } from '#ui/base/language.ts'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'
import { CmsReportPopup } from './list-popups.tsx'

/**
 * Shows a report in the report server's viewer. `REPORT` is its name, `JSONDATA` its data. Without
 * a name, as from the menu, the user selects a report, whose screen is then opened.
 */
export function ReportPopup(props: PopupPageProps): JSX.Element {
  const { input } = props
  const report = String(input['REPORT'] ?? '')
  if (!report) return <CmsReportPopup {...props} />
  const query = new URLSearchParams({
    reportName: report,
    jsondata: String(input['JSONDATA'] ?? '{}'),
    viewerMode: 'view',
    wcode: currentSession().wcode,
  })
  return (
    <iframe
      className="report-frame"
      title={t(label('보고서', 'Report'))}
      src={`/oz80/server?${query}`}
    />
  )
}
