import { numberRuleScreen } from './number-rule-screen.ts'

export const cmsAutonoRuleMgtScreen = numberRuleScreen('CmsAutonoRuleMgt')
