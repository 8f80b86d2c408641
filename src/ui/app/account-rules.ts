import { label, type Label } from '#kernel/label.ts'
import { passwordFault } from '#areas/system/rules/password.ts'
import { userIdFault } from '#areas/system/rules/user-id.ts'
import type { AccountField, AccountValues } from './account-form.tsx'

const idLengthMin = 3
const idLengthMax = 50
/** The server's own least length; the rule of the form alone would let shorter ones through. */
const passwordLengthMin = 15
const passwordLengthMax = 20

/** What is wrong with an id somebody asks for: its signs, then its length. */
export function newIdFault(userId: string): Label | undefined {
  const signs = userIdFault(userId)
  if (signs) return signs
  if (userId.length >= idLengthMin && userId.length <= idLengthMax) return undefined
  return label(
    `아이디는 ${idLengthMin}~${idLengthMax}자로 입력해 주세요.`,
    `A user id has ${idLengthMin} to ${idLengthMax} characters.`,
  )
}

/** What is wrong with a new password: the four kinds of signs, then what the server asks for. */
function newPasswordFault(password: string): Label | undefined {
  const kinds = passwordFault(password)
  if (kinds || Array.from(password).length >= passwordLengthMin) return kinds
  return label(
    `비밀번호는 ${passwordLengthMin}자 이상이어야 합니다.`,
    `A password has at least ${passwordLengthMin} characters.`,
  )
}

/** The password typed a second time is the same. */
function repeatFault(again: string, values: AccountValues): Label | undefined {
  if (again === values['PASSWORD']) return undefined
  return label('비밀번호가 서로 다릅니다.', 'The passwords differ.')
}

/** A new password and the same again, for the forms that register and initialise. */
export const passwordFields: readonly AccountField[] = [
  {
    name: 'PASSWORD',
    label: label('비밀번호', 'Password'),
    type: 'password',
    required: true,
    maxLength: passwordLengthMax,
    autoComplete: 'new-password',
    hint: label(
      `${passwordLengthMin}~${passwordLengthMax}자 · 대문자 · 소문자 · 숫자 · 특수문자`,
      `${passwordLengthMin}–${passwordLengthMax} characters: upper, lower, digit, special`,
    ),
    fault: newPasswordFault,
  },
  {
    name: 'AGAIN',
    label: label('비밀번호 확인', 'Password again'),
    type: 'password',
    required: true,
    maxLength: passwordLengthMax,
    autoComplete: 'new-password',
    fault: repeatFault,
  },
]
