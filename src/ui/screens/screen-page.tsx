import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { CustomScreen, Screen } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { LayoutPage } from '#ui/samples/layout-page.tsx'
import { customPages } from '#ui/samples/custom-pages.ts'
import { DocPage } from './doc-page.tsx'
import { ListPage } from './list-page.tsx'
import { MasterPage } from './master-page.tsx'
import { PrintPage } from './print-page.tsx'
import { ScanPage } from '#ui/page/station/scan-page.tsx'
import { SinglePage } from './single-page.tsx'
import { UploadPage } from '#ui/page/upload/upload-page.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { WorkPage } from './work-page.tsx'

/** A screen with the component of its own that it names. */
function CustomPage(props: PageProps<CustomScreen>): JSX.Element {
  const { component } = props.screen
  const Component = customPages[component]
  if (Component) return <Component {...props} />
  const missing = label(
    `화면 구성 요소가 없습니다: ${component}`,
    `No such component: ${component}`,
  )
  return (
    <div className="pane-state" role="alert">
      {t(missing)}
    </div>
  )
}

/** Draws a screen by its kind. */
export function ScreenPage(props: PageProps<Screen>): JSX.Element {
  const { screen, ...rest } = props
  switch (screen.kind) {
    case 'list':
      return <ListPage {...rest} screen={screen} />
    case 'master':
      return <MasterPage {...rest} screen={screen} />
    case 'doc':
      return <DocPage {...rest} screen={screen} />
    case 'single':
      return <SinglePage {...rest} screen={screen} />
    case 'work':
      return <WorkPage {...rest} screen={screen} />
    case 'print':
      return <PrintPage {...rest} screen={screen} />
    case 'upload':
      return <UploadPage {...rest} screen={screen} />
    case 'scan':
      return <ScanPage {...rest} screen={screen} />
    case 'layout':
      return <LayoutPage {...rest} screen={screen} />
    case 'custom':
      return <CustomPage {...rest} screen={screen} />
  }
}
