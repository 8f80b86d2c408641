import { cellHoldRules } from '../operations/hold-rules.ts'
import { holdRuleScreen } from './hold-rule.ts'

export const cellHoldScreen = holdRuleScreen('CellHold', cellHoldRules, ['CELL_CD'])
