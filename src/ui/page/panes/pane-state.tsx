import type { JSX } from 'react'
import { useEffect, useState } from 'react'
import { label } from '#kernel/label.ts'
import { CommandKey } from '#ui/dispatch/key-mark.tsx'
import { readerMode } from '#ui/base/reader-mode.ts'
import { t } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { Failure } from '#ui/remote/query-call.ts'
import { conditionText } from '#ui/page/rows/grid-filter-line.tsx'
import { conditionTexts } from '#ui/page/model/search-values.ts'

const searchedBefore = label(
  '아래는 앞서 조회한 결과입니다.',
  'Below is the result of the search before.',
)
const cameBefore = label(
  '아래는 그때까지 받은 행입니다.',
  'Below are the rows that came before that.',
)

/** Seconds since a moment, counted up while it is shown. */
function useSeconds(since: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1000))
}

/** Over the rows while new ones are on their way; appears after a moment, so quick answers do not flash. */
export function LoadingLine({ since }: { since: number }): JSX.Element {
  const seconds = useSeconds(since)
  return (
    // In screen-reader mode it is said with the number of rows that came.
    <div className="loading-line" role={readerMode() ? undefined : 'status'}>
      <span className="loading-bar" />
      <span className="loading-text">
        {t(label('조회 중', 'Searching'))}
        <span aria-hidden="true">
          {seconds > 0 ? ` ${t(label(`${seconds}초`, `${seconds} s`))}` : '…'}
        </span>
        <span className="key">Esc</span> {t(label('멈춤', 'Stop'))}
      </span>
    </div>
  )
}

/** Said above rows that are not all: their sums and counts are of these alone. */
export function PartialStrip({ rows }: { rows: number }): JSX.Element {
  const count = rows.toLocaleString('en-US')
  return (
    <div className="failure-strip partial-strip" role="status">
      <strong>{t(label(`${count}행까지만 받았습니다`, `Only ${count} rows came`))}</strong>
      <span>
        {t(
          label(
            '합계와 건수는 받은 행만의 것입니다. 내보내기는 전체를 담습니다.',
            'Sums and counts are of these rows alone. An export has all of them.',
          ),
        )}
      </span>
      <span>
        <CommandKey of="page.search" /> {t(label('다시 조회', 'Search again'))}
      </span>
    </div>
  )
}

/**
 * What went wrong and what to do; above the rows of the search before, where there are any, or
 * those that came before it failed.
 */
export function FailureStrip({
  failure,
  stale,
  partial = false,
}: {
  failure: Failure
  stale: boolean
  partial?: boolean
}): JSX.Element {
  return (
    <div className="failure-strip" role="alert">
      <strong>{t(label('조회하지 못했습니다', 'The search failed'))}</strong>
      <span>{failure.text}</span>
      <span>{failure.advice}</span>
      {stale && <span className="quiet">{t(partial ? cameBefore : searchedBefore)}</span>}
      <span>
        <CommandKey of="page.search" /> {t(label('다시 조회', 'Search again'))}
      </span>
    </div>
  )
}

function Empty({ page }: { page: PageModel }): JSX.Element {
  const conditions = conditionTexts(page.searchColumns, page.loaded.answered)
  return (
    <>
      <p className="state-title">
        {t(label('조건에 맞는 자료가 없습니다', 'Nothing matches the search'))}
      </p>
      {conditions.length > 0 && <p className="state-facts">{conditions.join('  ·  ')}</p>}
      {conditions.length === 0 && (
        <p>
          {t(
            label(
              '검색 조건 없이 찾은 결과입니다. 지금은 이 화면에 올 자료가 없습니다.',
              'No condition was set: there is nothing for this screen at the moment.',
            ),
          )}
        </p>
      )}
      {conditions.length > 0 && (
        <p>
          {t(label('조건을 하나씩 넓혀 보세요.', 'Widen one condition after another.'))}{' '}
          <CommandKey of="page.focus-search" /> {t(label('조건으로', 'to the search'))}{' '}
          <CommandKey of="page.clear-search" /> {t(label('모두 지우기', 'clear all'))}
        </p>
      )}
      {page.hasRowsToAdd && page.mayEdit && <AddHint />}
    </>
  )
}

/** There are rows, and the filters let none of them through. */
function FilteredOut({ page: { grid } }: { page: PageModel }): JSX.Element {
  return (
    <>
      <p className="state-title">
        {t(label('필터에 맞는 행이 없습니다', 'No row passes the filter'))}
      </p>
      <p className="state-facts">
        {grid.filters.map((each) => conditionText(grid, each)).join('  ·  ')}
      </p>
      <p>
        <CommandKey of="grid.filter" />{' '}
        {t(label('필터를 고치거나 뺍니다', 'changes or takes away filters'))}
      </p>
    </>
  )
}

function AddHint(): JSX.Element {
  return (
    <p>
      <CommandKey of="grid.add-row" /> {t(label('새 행을 넣습니다', 'adds a row'))}
    </p>
  )
}

function Fresh({ page }: { page: PageModel }): JSX.Element {
  return (
    <>
      <p>
        {t(label('조건을 넣고', 'Fill in the search and press'))} <CommandKey of="page.search" />{' '}
        {t(label('또는 Enter로 조회합니다', 'or Enter'))}
      </p>
      {page.hasRowsToAdd && page.mayEdit && <AddHint />}
    </>
  )
}

/** In place of rows, where there are none to show. */
export function EmptyState({ page }: { page: PageModel }): JSX.Element | null {
  if (!page.can(page.part.source)) {
    return (
      <div className="pane-state">
        <p className="state-title">
          {t(label('이 화면을 조회할 권한이 없습니다', 'You may not search on this screen'))}
        </p>
        <p>{t(label('관리자에게 권한을 요청하세요.', 'Ask the administrator for the right.'))}</p>
      </div>
    )
  }
  if (page.loaded.phase !== 'fresh' && page.loaded.phase !== 'shown') return null
  return (
    <div className="pane-state" role="status">
      {page.loaded.phase === 'fresh' ? (
        <Fresh page={page} />
      ) : page.grid.filters.length > 0 ? (
        <FilteredOut page={page} />
      ) : (
        <Empty page={page} />
      )}
    </div>
  )
}
