import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { PrintOut } from '#kernel/operation.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import type { GridPart } from '#kernel/screen.ts'
import { findScreen } from '#ui/remote/menu.ts'
import type { NextCommand } from '#ui/tabs/page-registry.ts'

/** The screens this engine draws: a search and one or two grids. */
export interface GridScreen extends PaneScreen {
  readonly sources: PaneScreen['sources'] & { readonly grid: GridPart }
}

export type GridZone = 'grid' | 'lines'

/** `fresh`: nothing was searched for yet. `failed` keeps the rows of the search before. */
export type Phase = 'fresh' | 'loading' | 'shown' | 'failed'

/** The column that names a document on the wire and keeps its lines together here. */
export const DOC_REF = 'DOC_REF'

/** Whether a screen has a grid for this engine. */
export function hasGrid(screen: PaneScreen): screen is GridScreen {
  return screen.sources.grid !== undefined
}

/** Documents and their lines are typed here and saved together. */
export function hasDocuments(screen: PaneScreen): boolean {
  return screen.saves?.unit === 'document'
}

/** Rows may be added and deleted, not only filled in. */
export function addsRows(screen: PaneScreen): boolean {
  const { saves, trial } = screen
  return trial !== undefined || saves?.rowsFixed === false
}

/** A page's title in both languages, from the menu; its route where the menu does not know it. */
export function titleOf(screen: GridScreen): Label {
  return findScreen(screen.route)?.title ?? label(screen.route, screen.route)
}

/** What may follow work that was done. */
export interface Followed {
  /** Words of the status line that it is said beside. */
  readonly note: string
  readonly steps: readonly NextCommand[]
  /** Paper of what was worked on. */
  readonly print: { readonly printOut: PrintOut; readonly rows: readonly WireRow[] } | undefined
}
