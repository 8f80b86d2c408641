import type { JSX } from 'react'
import type { SingleScreen } from '#kernel/screen.ts'
import { DocumentForm } from '#ui/page/panes/document-form.tsx'
import { PageFrame } from '#ui/page/panes/page-frame.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { useGridPage } from '#ui/page/tools/use-grid-page.ts'

/** One document: a form for its head, its lines below, saved together. Enter goes through both. */
export function SinglePage(props: PageProps<SingleScreen>): JSX.Element {
  const { screen, active } = props
  const { page, view } = useGridPage(props)
  return (
    <PageFrame
      page={page}
      view={view}
      active={active}
      checks={false}
      upper={<DocumentForm page={page} view={view} screen={screen} />}
    />
  )
}
