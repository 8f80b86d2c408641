import type { JSX } from 'react'
import { reverseWork, stockFigures, whyThisNumber } from '#areas/inventory/operations/proof.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { isGranted } from '#kernel/operation.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { ask } from '#ui/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
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

const noLine = label(
  '할당·피킹은 원장이 아닙니다. 할당취소·피킹취소 화면에서 되돌리세요.',
  'A promise is no movement: cancel the allocation or the picking.',
)

/** Asks why, takes the movement back, and shows the screen behind as it is then. */
async function takeBack({ MOVEMENT_NO }: WireRow): Promise<void> {
  if (MOVEMENT_NO) await ask(reverseWork, [{ MOVEMENT_NO }])
  else notify('info', t(noLine))
}

/** Opens the lines that make the figure `FIGURE` of the stock the other values name. */
export async function openWhyPopup(search: WireRow): Promise<void> {
  const figure = Object.entries(stockFigures).find(([name]) => name === search['FIGURE'])?.[1]
  const what = [search['STOCK_CD'], search['CELL_CD']].filter(Boolean).join(' ')
  const name = figure ? t(figure) : ''
  const title = `${t(whyThisNumber.title)}: ${[name, what].filter(Boolean).join(' · ')}`
  const mayReverse = reverseWork.menus?.some((menu) =>
    isGranted(findScreen(menu)?.actions, reverseWork),
  )
  const hint = t(label('이 줄 되돌리기', 'take this line back'))
  const Content = (): JSX.Element => (
    <RowsView
      {...(mayReverse ? { remove: { hint, run: takeBack } } : {})}
      source={whyThisNumber}
      search={search}
      emptyText={t(label('근거가 되는 줄이 없습니다', 'No line makes it: it is zero'))}
      summary={summaryOf}
    />
  )
  await openPopup(Content, { width: 1180, height: 620, title, fullScreen: true })
}
