import { email } from '#kernel/contact-text.ts'
import { date, dateTime, flag, select, text, type TextPattern } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { newUserIdError } from '../rules/user-id.ts'
import { changeFields, useFlag } from './common-fields.ts'

const idShape: TextPattern = {
  test: { test: (id) => newUserIdError(id) === undefined },
  text: label(
    '영문자, 숫자, _ - . 으로 3~50자를 입력하세요.',
    'Enter 3 to 50 letters, digits or _ - .',
  ),
}

const codeListOptions = { maxLength: 2000, upperCase: true }

export const user = defineTable({
  name: 'app_user',
  title: label('사용자', 'User'),
  key: ['USER_ID'],
  fields: {
    USER_ID: text(label('아이디', 'User ID'), {
      required: true,
      width: 120,
      maxLength: 50,
      pattern: idShape,
    }),
    USER_NM: text(label('이름', 'Name'), { required: true, width: 120 }),
    EMAIL: text(label('이메일', 'Email'), { width: 190, pattern: email, personal: true }),
    LANG_CD: select(label('언어', 'Language'), 'language', { default: 'ko', width: 80 }),
    USE_YN: useFlag,
    FROM_DT: date(label('시작일', 'Start date')),
    TO_DT: date(label('종료일', 'End date')),
    STATE_CD: select(label('상태', 'Status'), 'user-state', { width: 90 }),
    ROLES: text(label('역할', 'Roles'), { ...codeListOptions, listOf: 'role', width: 170 }),
    WAREHOUSES: text(label('창고', 'Warehouses'), {
      ...codeListOptions,
      listOf: 'warehouse',
      width: 120,
    }),
    OWNERS: text(label('화주', 'Owners'), {
      ...codeListOptions,
      listOf: 'owner',
      width: 150,
      maxLength: 4000,
    }),
    ALL_OWNERS_YN: flag(label('전체 화주', 'All owners'), { width: 80, default: null }),
    MAIL_YN: flag(label('시작메일', 'Welcome email'), { width: 80, default: null }),
    LOGGED_IN_AT: dateTime(label('마지막 로그인', 'Last login')),
    ...changeFields,
  },
})
