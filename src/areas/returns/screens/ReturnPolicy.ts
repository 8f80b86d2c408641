import { masterScreen } from '#kernel/master-screen.ts'
import { returnPolicies } from '../operations/policies.ts'

export const returnPolicyScreen = masterScreen('ReturnPolicy', returnPolicies, {
  search: ['OWNER_CD', 'GROUP_CD', 'GRADE_CD'],
  keys: ['OWNER_CD', 'GROUP_CD', 'GRADE_CD'],
  typed: ['DISPOSE_CD', 'APPROVE_YN', 'LIMIT_DAYS', 'SECOND_STOCK_CD'],
})
