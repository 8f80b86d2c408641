import { lotHoldRules } from '../operations/hold-rules.ts'
import { holdRuleScreen } from './hold-rule.ts'

export const lotHoldScreen = holdRuleScreen('LotHold', lotHoldRules, [
  'OWNER_CD',
  'STOCK_CD',
  'LOT_NO',
])
