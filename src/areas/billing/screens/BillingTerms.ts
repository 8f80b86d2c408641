import { masterScreen } from '#kernel/master-screen.ts'
import { billingTermsOperations } from '../operations/charges.ts'

export const billingTermsScreen = masterScreen('BillingTerms', billingTermsOperations, {
  search: ['OWNER_CD', 'BIZ_NO'],
  keys: ['OWNER_CD'],
  named: ['OWNER_NM'],
  typed: [
    'CLOSE_DAY',
    'TAX_CD',
    'DUE_DAYS',
    'SECOND_YN',
    'BIZ_NO',
    'COUNTRY_CD',
    'BRANCH_NO',
    'CORP_NM',
    'REP_NM',
    'ADDRESS',
    'BIZ_TYPE',
    'BIZ_ITEM',
    'MANAGER_NM',
    'TAX_EMAIL',
    'REMARK',
  ],
})
