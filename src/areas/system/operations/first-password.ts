import { text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { user } from '../tables/user.ts'
import { saveAccounts } from './users.ts'

/**
 * Generates a password that the user must change at the next login, for users who receive no email.
 * Returned once.
 */
export const issuePassword = defineProcedure({
  name: 'system/issue-password',
  title: label('임시 비밀번호 발급', 'Issue a temporary password'),
  scope: 'company',
  bound: 'own',
  with: [saveAccounts],
  action: 'save',
  asksLogin: true,
  input: pick(user, ['USER_ID']),
  maxRows: 1,
})

/**
 * Slip with the initial password, to hand to the user. The caller sends the password, because the
 * server stores only its hash.
 */
export const passwordSlip = definePrintOut({
  name: 'system/password-slip',
  title: label('임시 비밀번호', 'Temporary password'),
  scope: 'company',
  bound: 'own',
  with: [issuePassword],
  action: 'save',
  input: {
    ...pick(user, ['USER_ID']),
    PASSWORD: text(label('비밀번호', 'Password'), { required: true, maxLength: 100 }),
  },
})
