import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { user } from '../tables/user.ts'

/** Owner-restricted users manage accounts that see no more owners than they do. */
const ownUsersScope = { scope: 'company', bound: 'own' } as const

export const accounts = defineQuery({
  ...ownUsersScope,
  name: 'system/accounts',
  title: label('사용자', 'Users'),
  action: 'search',
  search: pick(user, [
    'USER_ID',
    'USER_NM',
    'EMAIL',
    'STATE_CD',
    'ROLES',
    'WAREHOUSES',
    'OWNERS',
    'LOGGED_IN_AT',
  ]),
  output: user.fields,
})

/** Creates and changes accounts. Users cannot grant more than they have. */
export const saveAccounts = defineProcedure({
  ...ownUsersScope,
  name: 'system/save-accounts',
  title: label('사용자 저장', 'Save users'),
  action: 'save',
  input: pick(user, [
    'USER_ID',
    'USER_NM',
    'EMAIL',
    'LANG_CD',
    'USE_YN',
    'FROM_DT',
    'TO_DT',
    'ROLES',
    'WAREHOUSES',
    'OWNERS',
    'ALL_OWNERS_YN',
    'MAIL_YN',
  ]),
  maxRows: 20_000,
})

/** Resends the email for choosing the initial password. */
export const sendStartMail = defineProcedure({
  ...ownUsersScope,
  name: 'system/send-start-mail',
  title: label('시작메일 보내기', 'Send welcome email'),
  with: [saveAccounts],
  action: 'save',
  input: pick(user, ['USER_ID']),
  maxRows: 1_000,
})

/**
 * Shows the site as another user sees it: read-only, for a limited time, and never for a user with
 * more permissions.
 */
export const impersonateUser = defineProcedure({
  ...ownUsersScope,
  name: 'system/see-as',
  title: label('사용자 화면 보기', 'View as this user'),
  with: [saveAccounts],
  action: 'save',
  input: pick(user, ['USER_ID']),
  maxRows: 1,
})

export const endSessions = defineProcedure({
  ...ownUsersScope,
  name: 'system/end-sessions',
  title: label('모든 로그인 종료', 'Log out everywhere'),
  with: [saveAccounts],
  action: 'save',
  asksLogin: true,
  input: pick(user, ['USER_ID']),
  maxRows: 1_000,
})
