import { dateTime, flag, integer, lookup, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable, pick } from '#kernel/table.ts'
import { roleMenu } from './role.ts'

/** A permission requested by a user, as shown to those who can grant it. */
export const grantRequest = defineTable({
  name: 'grant_request',
  title: label('권한 요청', 'Permission request'),
  key: ['REQUEST_NO'],
  fields: {
    REQUEST_NO: integer(label('요청번호', 'Request no.'), { required: true, width: 80 }),
    STATE_CD: select(label('상태', 'Status'), 'registration-state', { width: 80 }),
    USER_ID: text(label('아이디', 'User ID'), { width: 110 }),
    USER_NM: text(label('이름', 'Name'), { width: 100 }),
    ...pick(roleMenu, ['MENU_ID', 'MENU_NM']),
    ACTION_CD: select(label('기능', 'Action'), 'grant-action', { width: 80 }),
    REMARK: text(label('요청사유', 'Request reason'), { width: 220, maxLength: 500 }),
    CREATED_AT: dateTime(label('요청일시', 'Requested at')),
    ROLE_CD: lookup(label('부여할 역할', 'Target role'), 'role', {
      width: 110,
      fills: { ROLE_NM: 'NAME' },
    }),
    ROLE_NM: text(label('역할명', 'Role name'), { width: 120 }),
    ROLES: text(label('사용자의 역할', 'Roles of the user'), { width: 160 }),
    USER_COUNT: integer(label('역할 사용자', 'Users of the role'), { width: 90 }),
    REJECT_YN: flag(label('반려', 'Reject'), { width: 60, default: null }),
    REASON: text(label('답변', 'Answer'), { width: 220, maxLength: 500 }),
    DECIDED_BY: text(label('승인자', 'Approved by'), { width: 90 }),
    DECIDED_AT: dateTime(label('승인일시', 'Approved at')),
  },
})
