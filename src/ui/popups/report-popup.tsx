import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import { currentSession } from '#ui/remote/session.ts'
import { t } from '#ui/base/language.ts'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

/** Shows a report in the report server's viewer. `REPORT` is its name, `JSONDATA` its data. */
export function ReportPopup({ input }: PopupPageProps): JSX.Element {
  const report = String(input['REPORT'] ?? '')
  if (!report) {
    const text = label('보고서가 지정되지 않았습니다.', 'No report specified.')
    return <p className="popup-wait">{t(text)}</p>
  }
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
