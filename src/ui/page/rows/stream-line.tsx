import type { JSX } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { StreamProgress } from '#ui/grid/many/row-stream.ts'
import { t } from '#ui/base/language.ts'

export function StreamLine({ rows, rowsExpected }: StreamProgress): JSX.Element {
  const count = formatCount(rows)
  const of = rowsExpected > rows ? `${count} / ` : ''
  const all = Math.max(rows, rowsExpected)
  return (
    <div className="loading-line stream-line">
      <span className="loading-bar" />
      <span className="loading-text">
        {t(label('받는 중', 'Receiving'))} <progress max={all} value={rows} aria-label={count} />{' '}
        {t(label(`${of}${formatCount(all)}행`, `${of}${formatCount(all, 'row')}`))}
        <span className="key">Esc</span> {t(label('중지', 'Stop'))}
      </span>
    </div>
  )
}
