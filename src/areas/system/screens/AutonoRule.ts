import { numberRuleScreen } from './number-rule-screen.ts'

export const autonoRuleScreen = numberRuleScreen('AutonoRule')
