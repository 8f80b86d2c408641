import { dateTime, flag, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { user } from './user.ts'

const { ROLES, WAREHOUSES, OWNERS, ALL_OWNERS_YN } = user.fields

export const registrationFields = {
  REGISTRATION_NO: integer(label('신청번호', 'Request no.'), { width: 80 }),
  STATE_CD: select(label('상태', 'Status'), 'registration-state', { width: 80 }),
  USER_ID: text(label('아이디', 'User ID'), { width: 120 }),
  USER_NM: text(label('이름', 'Name'), { width: 110 }),
  EMAIL: text(label('이메일', 'Email'), { width: 190, personal: true }),
  PHONE_NO: text(label('전화번호', 'Phone'), { width: 120 }),
  CORP_NM: text(label('회사', 'Company'), { width: 140 }),
  REMARK: text(label('신청사유', 'Request reason'), { width: 180 }),
  CREATED_AT: dateTime(label('신청일시', 'Requested at')),
  DECIDED_BY: text(label('승인자', 'Approved by'), { width: 90 }),
  DECIDED_AT: dateTime(label('승인일시', 'Approved at')),
}

export const registrationDecision = {
  ROLES,
  WAREHOUSES,
  OWNERS,
  ALL_OWNERS_YN,
  REJECT_YN: flag(label('반려', 'Reject'), { width: 60, default: null }),
  REASON: text(label('반려사유', 'Rejection reason'), { width: 180, maxLength: 1000 }),
}
