import type { JSX } from 'react'
import type { MasterScreen } from '#kernel/screen.ts'
import { PageFrame } from '#ui/page/panes/page-frame.tsx'
import { SheetOver } from '#ui/page/edit/sheet-over.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { useGridPage } from '#ui/page/tools/use-grid-page.ts'

/** Search and rows that are added, edited, deleted, imported and saved. */
export function MasterPage(props: PageProps<MasterScreen>): JSX.Element {
  const { screen, active } = props
  const { page, view } = useGridPage(props)
  return (
    <SheetOver page={page} active={active}>
      <PageFrame page={page} view={view} active={active} checks={screen.grid.checks === true} />
    </SheetOver>
  )
}
