import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { t } from '#ui/base/language.ts'
import { hasGrid } from '#ui/page/model/grid-screen.ts'
import { ScanPage } from '#ui/scanner/station/scan-page.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { UploadPage } from '#ui/page/upload/upload-page.tsx'
import { customPages } from '#ui/samples/custom-pages.ts'
import { LayoutPage } from '#ui/samples/layout-page.tsx'
import { GridPage } from './grid-page.tsx'

/** A screen with the component of its own that it names. */
function OwnPage(props: PageProps<PaneScreen> & { readonly component: string }): JSX.Element {
  const { component, ...page } = props
  const Component = customPages[component]
  if (Component) return <Component {...page} />
  const missing = label(
    `화면 구성 요소가 없습니다: ${component}`,
    `Component not found: ${component}`,
  )
  return (
    <div className="pane-state" role="alert">
      {t(missing)}
    </div>
  )
}

/** Draws a screen by its panes. */
export function ScreenPage(props: PageProps<PaneScreen>): JSX.Element {
  const { screen, ...rest } = props
  const { station, sheet, component } = screen
  if (hasGrid(screen)) return <GridPage {...rest} screen={screen} />
  if (station) return <ScanPage {...rest} screen={station} />
  if (sheet) return <UploadPage {...rest} screen={sheet} />
  if (component !== undefined) return <OwnPage {...props} component={component} />
  return <LayoutPage {...rest} screen={screen} />
}
