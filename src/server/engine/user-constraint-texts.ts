import { label } from '#kernel/label.ts'
import type { ConstraintText } from './constraint-text.ts'

export const userConstraintTexts: Readonly<Record<string, ConstraintText>> = {
  app_user_period: {
    text: label('종료일이 시작일보다 빠릅니다.', 'The end date is before the start date.'),
    column: 'TO_DT',
  },
  app_user_mail: {
    text: label('다른 사용자가 사용하는 이메일입니다.', 'Another user has this email address.'),
    column: 'EMAIL',
  },
  app_user_former: {
    text: label(
      '삭제한 사용자의 아이디입니다. 다른 아이디를 입력하세요.',
      'This ID belonged to a deleted user. Enter another ID.',
    ),
    column: 'USER_ID',
  },
  app_user_owners: {
    text: label(
      '모든 화주를 보는 사용자에게는 화주를 지정할 수 없습니다.',
      'A user of all owners cannot have single owners.',
    ),
    column: 'ALL_OWNERS_YN',
  },
}
