import { menuScreen } from './menu-screen.ts'

export const siteMenuScreen = menuScreen('Menu')
