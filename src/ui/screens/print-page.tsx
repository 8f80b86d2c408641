import type { JSX } from 'react'
import type { PrintScreen } from '#kernel/screen.ts'
import { PageFrame } from '#ui/page/panes/page-frame.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { useGridPage } from '#ui/page/tools/use-grid-page.ts'

/** Rows to print: the ticked ones, else the current one; Enter on a row prints it too. */
export function PrintPage(props: PageProps<PrintScreen>): JSX.Element {
  const { screen, active } = props
  const { page, view } = useGridPage(props)
  return <PageFrame page={page} view={view} active={active} checks={screen.grid.checks !== false} />
}
