import type { DocScreen, SingleScreen } from '#kernel/screen.ts'
import type { GridScreen } from './page-model.ts'

/** Documents and their lines are typed here and saved together. */
export function hasDocuments(screen: GridScreen): screen is DocScreen | SingleScreen {
  return screen.kind === 'doc' || screen.kind === 'single'
}

/** Which rows there are is for the screen to say. */
export function addsRows(screen: GridScreen): boolean {
  return (screen.kind === 'master' && screen.rowsFixed !== true) || hasDocuments(screen)
}
