import { accountScreen } from './account-screen.ts'

export const cmsUserMgtScreen = accountScreen('CmsUserMgt')
