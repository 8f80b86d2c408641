import type { JSX } from 'react'
import { jobManagementScreen } from '#areas/system/screens/JobManagement.ts'
import { label } from '#kernel/label.ts'
import { MasterRows } from '#ui/page/tools/master-popup.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

export function SchedulerPopup({ input, close }: PopupPageProps): JSX.Element {
  const { SCHEDULE_CD = null } = input
  return (
    <MasterRows
      screen={{ ...jobManagementScreen, route: 'CmsSchedulerPopup' }}
      title={label('스케줄러 설정', 'Scheduler settings')}
      search={SCHEDULE_CD === null ? {} : { SCHEDULE_CD }}
      start="SCHEDULE_CD"
      emptyText={label('Insert로 배치작업을 추가하세요.', 'Add a schedule with Insert.')}
      leave={() => close()}
    />
  )
}
