import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { PrintOut } from '#kernel/operation.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import type { GridPart } from '#kernel/screen.ts'
import { findScreen } from '#ui/remote/menu.ts'
import type { NextCommand } from '#ui/tabs/page-registry.ts'

export interface GridScreen extends PaneScreen {
  readonly sources: PaneScreen['sources'] & { readonly grid: GridPart }
}

export type GridZone = 'grid' | 'lines'

/** `fresh`: no search yet. `failed`: the rows of the previous search are still shown. */
export type Phase = 'fresh' | 'loading' | 'shown' | 'failed'

/** Wire column that identifies a document and links its lines. */
export const DOC_REF = 'DOC_REF'

export function hasGrid(screen: PaneScreen): screen is GridScreen {
  return screen.sources.grid !== undefined
}

export function hasDocuments(screen: PaneScreen): boolean {
  return screen.saves?.unit === 'document'
}

/** Whether rows can be added and deleted, not only edited. */
export function addsRows(screen: PaneScreen): boolean {
  const { saves, trial } = screen
  return trial !== undefined || saves?.rowsFixed === false
}

/** Page title in both languages from the menu, or the route if it is not in the menu. */
export function pageTitle(screen: GridScreen): Label {
  return findScreen(screen.route)?.title ?? label(screen.route, screen.route)
}

export interface NextActions {
  /** The follow-ups are offered while the status line shows this text. */
  readonly note: string
  readonly steps: readonly NextCommand[]
  readonly print: { readonly printOut: PrintOut; readonly rows: readonly WireRow[] } | undefined
}
