import { label, type Label } from '#kernel/label.ts'
import type { GridScreen } from './grid-screen.ts'
import { findScreen } from '#ui/remote/menu.ts'

/** A page's title in both languages, from the menu; its route where the menu does not know it. */
export function titleOf(screen: GridScreen): Label {
  return findScreen(screen.route)?.title ?? label(screen.route, screen.route)
}
