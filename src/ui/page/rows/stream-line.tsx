import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { StreamProgress } from '#ui/grid/many/row-stream.ts'
import { t } from '#ui/base/language.ts'

/** Over the rows while more of them arrive: how many are there, of how many, and how to stop. */
export function StreamLine({ rows, rowsExpected }: StreamProgress): JSX.Element {
  const count = rows.toLocaleString('en-US')
  const of = rowsExpected > rows ? ` / ${rowsExpected.toLocaleString('en-US')}` : ''
  return (
    <div className="loading-line stream-line">
      <span className="loading-bar" />
      <span className="loading-text">
        {t(label('받는 중', 'Receiving'))}{' '}
        <progress max={Math.max(rows, rowsExpected)} value={rows} aria-label={count} />{' '}
        {t(label(`${count}${of}행`, `${count}${of} rows`))}
        <span className="key">Esc</span> {t(label('멈춤', 'Stop'))}
      </span>
    </div>
  )
}
