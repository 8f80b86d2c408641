import type { PageTool } from '#kernel/command.ts'
import { exportChosen } from './page-files.ts'
import { pastImports } from './page-import.ts'
import type { PageModel } from './page-model.ts'
import type { PageView } from './page-view.ts'

/** What commands ask of a page with grids beside searching and saving. */
export function runTool(page: PageModel, view: PageView, name: PageTool): void {
  if (!view.commitCell()) return
  if (name === 'imports') void pastImports(page)
  else if (name === 'export-all') void exportChosen(page)
}
