import type { Screen } from '#kernel/screen.ts'
import { gridTemplateScreen } from './grid.ts'

export const systemScreens: readonly Screen[] = [gridTemplateScreen]
