import { useEffect, type JSX } from 'react'
import type { MasterScreen } from '#kernel/screen.ts'
import { leaveImport } from './page-import.ts'
import { PageFrame } from './page-frame.tsx'
import { UploadPage } from './upload-page.tsx'
import type { PageProps } from './use-grid-page.ts'
import { useGridPage } from './use-grid-page.ts'

/** Search and rows that are added, edited, deleted, imported and saved. */
export function MasterPage(props: PageProps<MasterScreen>): JSX.Element {
  const { screen, active, tabKey } = props
  const { page, view } = useGridPage(props)
  const { importing } = page
  useEffect(() => importing?.connect({ close: () => leaveImport(page) }), [importing, page])
  if (importing) {
    return (
      <UploadPage screen={importing.screen} tabKey={tabKey} active={active} session={importing} />
    )
  }
  return <PageFrame page={page} view={view} active={active} checks={screen.grid.checks === true} />
}
