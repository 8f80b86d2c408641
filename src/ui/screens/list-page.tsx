import type { JSX } from 'react'
import type { ListScreen } from '#kernel/screen.ts'
import { PageFrame } from '#ui/page/panes/page-frame.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { useGridPage } from '#ui/page/tools/use-grid-page.ts'

/** Search and rows that are only read. */
export function ListPage(props: PageProps<ListScreen>): JSX.Element {
  const { screen, active } = props
  const { page, view } = useGridPage(props)
  return <PageFrame page={page} view={view} active={active} checks={screen.grid.checks === true} />
}
