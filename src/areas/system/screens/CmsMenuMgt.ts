import { menuScreen } from './menu-screen.ts'

export const cmsMenuMgtScreen = menuScreen('CmsMenuMgt')
