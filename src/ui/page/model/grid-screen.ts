import type {
  DocScreen,
  ListScreen,
  MasterScreen,
  PrintScreen,
  SingleScreen,
  WorkScreen,
} from '#kernel/screen.ts'

/** The screens this engine draws: a search and one or two grids. */
export type GridScreen =
  | ListScreen
  | MasterScreen
  | DocScreen
  | SingleScreen
  | WorkScreen
  | PrintScreen

export type GridZone = 'grid' | 'lines'

/** `fresh`: nothing was searched for yet. `failed` keeps the rows of the search before. */
export type Phase = 'fresh' | 'loading' | 'shown' | 'failed'

/** The column that names a document on the wire and keeps its lines together here. */
export const DOC_REF = 'DOC_REF'

/** Documents and their lines are typed here and saved together. */
export function hasDocuments(screen: GridScreen): screen is DocScreen | SingleScreen {
  return screen.kind === 'doc' || screen.kind === 'single'
}

/** Which rows there are is for the screen to say. */
export function addsRows(screen: GridScreen): boolean {
  return (screen.kind === 'master' && screen.rowsFixed !== true) || hasDocuments(screen)
}
