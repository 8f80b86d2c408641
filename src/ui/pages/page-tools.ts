import type { PageTool } from '#kernel/command.ts'
import { pastImports } from './page-import.ts'
import type { PageModel } from './page-model.ts'
import type { PageView } from './page-view.ts'

/** What commands ask of a page with grids beside searching and saving. */
export function runTool(page: PageModel, view: PageView, name: PageTool): void {
  void view
  if (name === 'imports') void pastImports(page)
}
