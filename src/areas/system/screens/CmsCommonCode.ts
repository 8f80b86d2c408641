import { codeScreen } from './code-screen.ts'

export const cmsCommonCodeScreen = codeScreen('CmsCommonCode')
