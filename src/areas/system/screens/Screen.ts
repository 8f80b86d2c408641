import { screenList } from './menu-screen.ts'

export const screenScreen = screenList('Screen')
