import type { DocScreen, SingleScreen } from '#kernel/screen.ts'
import type { GridScreen } from './page-model.ts'

/** Documents and their lines are typed here and saved together. */
export function hasDocuments(screen: GridScreen): screen is DocScreen | SingleScreen {
  return screen.kind === 'doc' || screen.kind === 'single'
}
