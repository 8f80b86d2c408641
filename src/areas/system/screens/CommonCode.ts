import { codeScreen } from './code-screen.ts'

export const commonCodeScreen = codeScreen('CommonCode')
