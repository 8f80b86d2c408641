import { useEffect, type JSX, type ReactNode } from 'react'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { UploadPage } from '#ui/page/upload/upload-page.tsx'
import { leaveImport } from './import-sheet.ts'

interface ImportOverlayProps {
  readonly page: PageModel
  readonly children: ReactNode
}

export function ImportOverlay({ page, children }: ImportOverlayProps): JSX.Element {
  const { importing } = page
  useEffect(() => importing?.connect({ close: () => leaveImport(page) }), [importing, page])
  if (!importing) return <>{children}</>
  return <UploadPage screen={importing.screen} tabKey={page.tabKey} session={importing} />
}
