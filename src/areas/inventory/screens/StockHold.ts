import { stockHoldRules } from '../operations/hold-rules.ts'
import { holdRuleScreen } from './hold-rule.ts'

export const stockHoldScreen = holdRuleScreen('StockHold', stockHoldRules, ['OWNER_CD', 'STOCK_CD'])
