import type { ComponentType, JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { t } from '#ui/base/language.ts'
import { hasGrid } from '#ui/page/model/grid-screen.ts'
import { ScanPage } from '#ui/scanner/station/scan-page.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { UploadPage } from '#ui/page/upload/upload-page.tsx'
import { ChartTemplatePage } from './chart-template-page.tsx'
import { ControlTemplatePage } from './control-template-page.tsx'
import { GridPage } from './grid-page.tsx'
import { GridTemplatePage } from './grid-template-page.tsx'

const customPages: Readonly<Record<string, ComponentType<PageProps<PaneScreen>>>> = {
  'chart-template': ChartTemplatePage,
  'control-template': ControlTemplatePage,
  'grid-template': GridTemplatePage,
}

function CustomPage(props: PageProps<PaneScreen> & { readonly component: string }): JSX.Element {
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

export function ScreenPage(props: PageProps<PaneScreen>): JSX.Element {
  const { screen, ...rest } = props
  const { station, sheet, component } = screen
  if (component !== undefined) return <CustomPage {...props} component={component} />
  if (hasGrid(screen)) return <GridPage {...rest} screen={screen} />
  if (station) return <ScanPage {...rest} screen={station} />
  return sheet ? <UploadPage {...rest} screen={sheet} /> : <CustomPage {...props} component="" />
}
