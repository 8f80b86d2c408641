import type { JSX } from 'react'
import { useEffect, useState } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { CommandKey } from '#ui/keys/dispatch/key-mark.tsx'
import { isReaderMode } from '#ui/base/reader-mode.ts'
import { t } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { Failure } from '#ui/remote/query-call.ts'
import { conditionText } from '#ui/page/rows/grid-filter-line.tsx'
import { conditionTexts } from '#ui/forms/condition-texts.ts'

const staleSearchText = label(
  '아래는 이전 조회 결과입니다.',
  'The rows below are from your previous search.',
)
const partialRowsText = label(
  '아래는 중지 전까지 조회한 행입니다.',
  'The rows below were loaded before the search stopped.',
)

function useElapsedSeconds(since: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1000))
}

/** Progress over the rows during a search. Appears after a delay to avoid flicker. */
export function LoadingLine({ since }: { since: number }): JSX.Element {
  const seconds = useElapsedSeconds(since)
  return (
    // In screen-reader mode, the announcement includes the number of rows received.
    <div className="loading-line" role={isReaderMode() ? undefined : 'status'}>
      <span className="loading-bar" />
      <span className="loading-text">
        {t(label('조회 중', 'Searching'))}
        <span aria-hidden="true">
          {seconds > 0 ? ` ${t(label(`${seconds}초`, `${seconds} s`))}` : '…'}
        </span>
        <span className="key">Esc</span> {t(label('중지', 'Stop'))}
      </span>
    </div>
  )
}

/** Warning above incomplete rows, because their sums and counts only include the loaded ones. */
export function PartialStrip({ rows }: { rows: number }): JSX.Element {
  const count = rows
  return (
    <div className="failure-strip partial-strip" role="status">
      <strong>
        {t(
          label(
            `${formatCount(count)}행까지만 조회했습니다.`,
            `Only ${formatCount(count, 'row was', 'rows were')} loaded.`,
          ),
        )}
      </strong>
      <span>
        {t(
          label(
            '합계·건수는 조회된 행 기준입니다. 전체 자료는 내보내기로 확인하세요.',
            'Totals and counts cover these rows only. Export to get all rows.',
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
 * Error and advice, shown above the rows of the previous search or those loaded before the error.
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
      <strong>{t(label('조회하지 못했습니다.', 'The search failed.'))}</strong>
      <span>{failure.text}</span>
      <span>{failure.advice}</span>
      {stale && <span className="quiet">{t(partial ? partialRowsText : staleSearchText)}</span>}
      <span>
        <CommandKey of="page.search" /> {t(label('다시 조회', 'Search again'))}
      </span>
    </div>
  )
}

function NoResults({ page }: { page: PageModel }): JSX.Element {
  const conditions = conditionTexts(page.searchColumns, page.loaded.answered)
  return (
    <>
      <p className="state-title">{t(label('조회 결과가 없습니다.', 'No results.'))}</p>
      {conditions.length > 0 && <p className="state-facts">{conditions.join('  ·  ')}</p>}
      {conditions.length === 0 && (
        <p>
          {t(
            label(
              '조건 없이 조회했습니다. 현재 표시할 자료가 없습니다.',
              'You searched without conditions. There is nothing to show now.',
            ),
          )}
        </p>
      )}
      {conditions.length > 0 && (
        <p>
          {t(
            label(
              '조건을 줄이거나 기간을 늘려 다시 조회하세요.',
              'Remove a condition or widen the dates, then search again.',
            ),
          )}{' '}
          <CommandKey of="page.focus-search" /> {t(label('조회 조건으로 이동', 'Go to search'))}{' '}
          <CommandKey of="page.clear-search" /> {t(label('조건 초기화', 'Clear all'))}
        </p>
      )}
      {page.hasRowsToAdd && page.mayEdit && <AddHint />}
    </>
  )
}

function AllFilteredOut({ page: { grid } }: { page: PageModel }): JSX.Element {
  return (
    <>
      <p className="state-title">
        {t(label('필터에 맞는 행이 없습니다.', 'No rows match the filter.'))}
      </p>
      <p className="state-facts">
        {grid.filters.map((filter) => conditionText(grid, filter)).join('  ·  ')}
      </p>
      <p>
        <CommandKey of="grid.filter" /> {t(label('필터 변경·해제', 'Change or clear filters'))}
      </p>
    </>
  )
}

function AddHint(): JSX.Element {
  return (
    <p>
      <CommandKey of="grid.add-row" /> {t(label('행 추가', 'Add a row'))}
    </p>
  )
}

function NotSearchedYet({ page }: { page: PageModel }): JSX.Element {
  return (
    <>
      <p>
        {t(label('조회 조건을 입력하고', 'Enter conditions and press'))}{' '}
        <CommandKey of="page.search" /> {t(label('또는 Enter를 누르세요.', 'or Enter.'))}
      </p>
      {page.hasRowsToAdd && page.mayEdit && <AddHint />}
    </>
  )
}

export function EmptyState({ page }: { page: PageModel }): JSX.Element | null {
  if (!page.can(page.part.source)) {
    return (
      <div className="pane-state">
        <p className="state-title">
          {t(
            label('이 화면의 조회 권한이 없습니다.', 'You do not have permission to search here.'),
          )}
        </p>
        <p>{t(label('관리자에게 권한을 요청하세요.', 'Ask your administrator for permission.'))}</p>
      </div>
    )
  }
  if (page.loaded.phase !== 'fresh' && page.loaded.phase !== 'shown') return null
  return (
    <div className="pane-state" role="status">
      {page.loaded.phase === 'fresh' ? (
        <NotSearchedYet page={page} />
      ) : page.grid.filters.length > 0 ? (
        <AllFilteredOut page={page} />
      ) : (
        <NoResults page={page} />
      )}
    </div>
  )
}
