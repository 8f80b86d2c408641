import type { JSX } from 'react'
import { useState } from 'react'
import { label } from '#kernel/label.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { t } from '#ui/base/language.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'
import { GridPane } from './grid-pane.tsx'
import { linesTitle, type LinesModel } from '#ui/page/model/lines-model.ts'
import { FailureStrip, LoadingLine } from './pane-state.tsx'
import { hasDocuments } from '#ui/page/model/grid-screen.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { useChanges } from '#ui/base/use-changes.ts'

interface LinesPaneProps {
  readonly page: PageModel
  readonly view: PageView
  readonly lines: LinesModel
}

function LinesState({ page, lines }: Omit<LinesPaneProps, 'view'>): JSX.Element | null {
  const { current } = lines
  if (current?.phase === 'loading') return <LoadingLine since={current.since} />
  if (current?.phase === 'failed') return null
  const none = current
    ? label('행이 없습니다.', 'No lines.')
    : label(
        '위에서 전표를 선택하면 상세가 표시됩니다.',
        'Select a document above to see its lines.',
      )
  const canAdd = current !== undefined && hasDocuments(page.screen) && page.mayEdit
  return (
    <div className="pane-state" role="status">
      <p>{t(none)}</p>
      {canAdd && (
        <p>
          <span className="key">{commandKeyLabel('page.focus-lines')}</span>{' '}
          {t(label('상세로 이동 ·', 'Go to lines ·'))}{' '}
          <span className="key">{commandKeyLabel('grid.add-row')}</span>{' '}
          {t(label('행 추가', 'Add row'))}
        </p>
      )}
    </div>
  )
}

export function LinesPane({ page, view, lines }: LinesPaneProps): JSX.Element {
  useChanges(lines.listeners)
  const { columns, mayEdit, part } = lines.options
  const [none] = useState(() => new GridModel({ columns: gridColumns(columns, mayEdit) }))
  const { current } = lines
  const number = linesTitle(page, lines)
  const title = t(label('상세', 'Lines'))
  return (
    <GridPane
      page={page}
      view={view}
      zone="lines"
      model={current?.model ?? none}
      columns={columns}
      checks={part.checks === true}
      label={`${title} ${number}`}
      stale={current?.phase === 'loading' ? 'loading' : undefined}
      head={
        <>
          <h2 className="pane-title">
            {title} <span className="mono">{number}</span>
            <span className="search-key">{commandKeyLabel('page.focus-lines')}</span>
          </h2>
          {current?.failure && <FailureStrip failure={current.failure} stale={false} />}
        </>
      }
      overlay={<LinesState page={page} lines={lines} />}
    />
  )
}
