import type { JSX } from 'react'
import type { DocScreen } from '#kernel/screen.ts'
import { PageFrame } from './page-frame.tsx'
import type { PageProps } from './use-grid-page.ts'
import { useGridPage } from './use-grid-page.ts'

/** Documents above, the lines of the current one below, saved together. Enter goes to the lines. */
export function DocPage(props: PageProps<DocScreen>): JSX.Element {
  const { page, view } = useGridPage(props)
  return (
    <PageFrame
      page={page}
      view={view}
      active={props.active}
      checks={props.screen.grid.checks === true}
      onActivate={() => view.focusGrid('lines')}
    />
  )
}
