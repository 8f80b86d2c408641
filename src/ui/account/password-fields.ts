import { label, type Label } from '#kernel/label.ts'
import { newPasswordError } from '#areas/system/rules/password.ts'
import type { AccountField, AccountValues } from './account-form.tsx'

/** Upper limit enforced by the server. */
const maxPasswordLength = 1000

function mismatchError(again: string, values: AccountValues): Label | undefined {
  if (again === values['PASSWORD']) return undefined
  return label('비밀번호가 서로 다릅니다.', 'The passwords do not match.')
}

export const passwordFields: readonly AccountField[] = [
  {
    name: 'PASSWORD',
    label: label('비밀번호', 'Password'),
    type: 'password',
    required: true,
    maxLength: maxPasswordLength,
    autoComplete: 'new-password',
    hint: label(
      '12자 이상. 흔한 단어와 이어진 글쇠는 제외합니다.',
      'At least 12 characters, without common words and adjacent keys',
    ),
    error: (password, values) => newPasswordError(password, values['USER_ID'] ?? ''),
  },
  {
    name: 'AGAIN',
    label: label('비밀번호 확인', 'Confirm password'),
    type: 'password',
    required: true,
    maxLength: maxPasswordLength,
    autoComplete: 'new-password',
    error: mismatchError,
  },
]
