import { accountScreen } from './account-screen.ts'

export const userScreen = accountScreen('User')
