import { label, type CodeLists, type Label } from '#kernel/label.ts'
import { scmStatus, type ScmStatus } from './scm-status.ts'

export const supplyChainCodeLists = {
  'scm-kind': { IN: label('입고', 'Inbound'), OUT: label('출고', 'Outbound') },
  'scm-state': {
    [scmStatus.requested]: label('요청', 'Requested'),
    [scmStatus.accepted]: label('접수', 'Accepted'),
    [scmStatus.inProgress]: label('진행', 'In progress'),
    [scmStatus.done]: label('완료', 'Done'),
    [scmStatus.rejected]: label('반려', 'Rejected'),
    [scmStatus.cancelled]: label('취소', 'Cancelled'),
  } satisfies Readonly<Record<ScmStatus, Label>>,
  'scm-partner-kind': {
    BRANCH: label('지점', 'Branch'),
    PARTNER: label('협력사', 'Partner'),
  },
  'scm-basic-data': {
    BRANCH: label('지점', 'Branch'),
    PARTNER: label('협력사', 'Partner'),
    ITEM: label('품목', 'Item'),
    ORDER: label('오더', 'Order'),
  },
  'scm-notify': {
    NONE: label('안 함', 'None'),
    MAIL: label('메일', 'Email'),
    MESSAGE: label('인터페이스', 'Interface'),
  },
  'long-stock-action': {
    NOTICE: label('안내메일', 'Notice email'),
    DISPOSAL: label('폐기요청', 'Disposal request'),
    SURCHARGE: label('할증', 'Surcharge'),
  },
  'scm-event': {
    STATE: label('상태', 'Status'),
    ACTIVE: label('활성', 'Active'),
    DATE: label('일자', 'Date'),
    REJECT: label('반려', 'Rejected'),
  },
  'scm-day-rule': {
    EXACT: label('그대로', 'Unchanged'),
    WEEKDAY: label('요일 유지', 'Same weekday'),
    WORKDAY: label('다음 근무일', 'Next working day'),
  },
} as const satisfies CodeLists
