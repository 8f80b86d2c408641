import type { JSX } from 'react'
import type { DocScreen } from '#kernel/screen.ts'
import { PageFrame } from '#ui/page/panes/page-frame.tsx'
import { SheetOver } from '#ui/page/edit/sheet-over.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { useGridPage } from '#ui/page/tools/use-grid-page.ts'

/**
 * Documents above, the lines of the current one below, saved together. Enter goes to the lines;
 * where documents come as a sheet too, it is taken in their place.
 */
export function DocPage(props: PageProps<DocScreen>): JSX.Element {
  const { page, view } = useGridPage(props)
  return (
    <SheetOver page={page} active={props.active}>
      <PageFrame
        page={page}
        view={view}
        active={props.active}
        checks={props.screen.grid.checks === true}
        onActivate={() => view.focusGrid('lines')}
      />
    </SheetOver>
  )
}
