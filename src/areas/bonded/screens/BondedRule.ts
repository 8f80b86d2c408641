import { masterScreen } from '#kernel/master-screen.ts'
import { rules } from '../operations/masters.ts'

export const bondedRuleScreen = masterScreen('BondedRule', rules, {
  search: ['KIND_CD', 'RULE_CD', 'FROM_DT'],
  keys: ['KIND_CD', 'RULE_CD', 'FROM_DT'],
  typed: ['RULE_VALUE', 'SOURCE'],
})
