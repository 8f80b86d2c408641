import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { WorkScreen } from '#kernel/screen.ts'
import { CommandButton } from '#ui/dispatch/command-button.tsx'
import { t } from '#ui/base/language.ts'
import { chosenIds } from '#ui/page/edit/page-act.ts'
import { PageFrame } from '#ui/page/panes/page-frame.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { useGridPage } from '#ui/page/tools/use-grid-page.ts'

/** What the screen is for, its key, and how many rows it would act on now. */
function ActLine({ page, screen }: { page: PageModel; screen: WorkScreen }): JSX.Element | null {
  useGridVersion(page.grid)
  if (!page.can(screen.act)) return null
  const count = chosenIds(page.grid).length
  const ticked = page.grid.checkedIds().length > 0
  const rows = ticked
    ? label(`선택 ${count}행`, `${count} ticked`)
    : label('현재 행', 'current row')
  return (
    <div className="act-line">
      <CommandButton
        command="page.act"
        title={screen.act.title}
        isMain
        disabled={page.busy || count === 0}
      />
      <span className="quiet">{count > 0 ? t(rows) : ''}</span>
    </div>
  )
}

/** Rows to act on: the ticked ones, else the current one. */
export function WorkPage(props: PageProps<WorkScreen>): JSX.Element {
  const { screen, active } = props
  const { page, view } = useGridPage(props)
  return (
    <PageFrame page={page} view={view} active={active} checks={screen.grid.checks !== false}>
      <ActLine page={page} screen={screen} />
    </PageFrame>
  )
}
