import type { JSX } from 'react'
import { stockFigures, whyThisNumber } from '#areas/inventory/operations/proof.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '../language.ts'
import { openPopup } from '../popups/popup-stack.ts'
import { RowsView } from './rows-popup.tsx'

const exact = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 3 })

/** The first row is the newest, so its sum so far is the number itself. */
function summaryOf(rows: readonly WireRow[]): string {
  const sum = Number(rows[0]?.['SUM_QTY'] ?? 0)
  const count = exact.format(rows.length)
  return t(
    label(
      `${count}줄의 합계 ${exact.format(sum)}`,
      `${count} lines add up to ${exact.format(sum)}`,
    ),
  )
}

/** Opens the lines that make the figure `FIGURE` of the stock the other values name. */
export async function openWhyPopup(search: WireRow): Promise<void> {
  const figure = Object.entries(stockFigures).find(([name]) => name === search['FIGURE'])?.[1]
  const what = [search['STOCK_CD'], search['CELL_CD']].filter(Boolean).join(' ')
  const name = figure ? t(figure) : ''
  const title = `${t(whyThisNumber.title)}: ${[name, what].filter(Boolean).join(' · ')}`
  const Content = (): JSX.Element => (
    <RowsView
      source={whyThisNumber}
      search={search}
      emptyText={t(label('근거가 되는 줄이 없습니다', 'No line makes it: it is zero'))}
      summary={summaryOf}
    />
  )
  await openPopup(Content, { width: 1180, height: 620, title, fullScreen: true })
}
