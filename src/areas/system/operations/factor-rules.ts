import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { factorRule } from '../tables/factor-rule.ts'
import { user } from '../tables/user.ts'
import { saveAccounts } from './users.ts'

/** Roles that must log in with a second factor. */
export const { query: factorRules, save: saveFactorRules } = masterOperations(
  'system',
  'factor-rules',
  factorRule,
)

/**
 * Removes the second factor of a user who lost it. If the role requires one, the user has to set it
 * up again.
 */
export const dropFactors = defineProcedure({
  scope: 'company',
  bound: 'own',
  name: 'system/drop-factors',
  title: label('2단계 인증 초기화', 'Reset two-step login'),
  with: [saveAccounts],
  action: 'save',
  asksLogin: true,
  input: pick(user, ['USER_ID']),
  maxRows: 1_000,
})
