import { screenList } from './menu-screen.ts'

export const cmsScreenMgtScreen = screenList('CmsScreenMgt')
