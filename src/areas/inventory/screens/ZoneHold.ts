import { zoneHoldRules } from '../operations/hold-rules.ts'
import { holdRuleScreen } from './hold-rule.ts'

export const zoneHoldScreen = holdRuleScreen('ZoneHold', zoneHoldRules, ['ZONE_CD'])
