import { numberInCell } from '#areas/inventory/operations/row-verbs.ts'
import { reverseWork, stockFigures, whyThisNumber } from '#areas/inventory/operations/proof.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { isGranted } from '#kernel/operation.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { findPage, type PageRegistration } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { runProcedure } from '#ui/keys/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { getProofText } from './proof-line.ts'
import { openRows } from './rows-window.tsx'
import { showAdjacentMovement } from './adjacent-movement.ts'

const exactNumber = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 3 })

/** The first row is the newest: its running total is the figure itself. */
function figureSummary(rows: readonly WireRow[]): Label {
  const sum = Number(rows[0]?.['SUM_QTY'] ?? 0)
  const count = exactNumber.format(rows.length)
  return label(
    `수불 ${formatCount(count)}건 합계 ${exactNumber.format(sum)}`,
    `${formatCount(count, 'movement')}, total ${exactNumber.format(sum)}`,
  )
}

const notReversibleText = label(
  '할당·피킹은 수불이 아닙니다. 할당취소·피킹취소 화면을 사용하세요.',
  'Allocations and picks are not movements. Use their cancel screens.',
)

async function reverseMovement({ MOVEMENT_NO }: WireRow): Promise<void> {
  if (MOVEMENT_NO) await runProcedure(reverseWork, [{ MOVEMENT_NO }])
  else notify('info', t(notReversibleText), { answersKey: true })
}

/** Opens the lines behind the figure `FIGURE` of the stock identified by the other values. */
async function openWhyPopup(search: WireRow): Promise<void> {
  const figure = Object.entries(stockFigures).find(([name]) => name === search['FIGURE'])?.[1]
  const what = [search['STOCK_CD'], search['CELL_CD']].filter(Boolean).join(' ')
  const name = figure ? t(figure) : ''
  const title = `${t(whyThisNumber.title)}: ${[name, what].filter(Boolean).join(' · ')}`
  const canReverse = reverseWork.menus?.some((menu) =>
    isGranted(findScreen(menu)?.actions, reverseWork),
  )
  const hint = t(label('이 수불 취소', 'Reverse this movement'))
  await openRows(whyThisNumber, search, {
    title,
    size: { width: 1180, height: 620 },
    emptyText: label('수불 내역이 없습니다.', 'No movements.'),
    summary: figureSummary,
    ...(canReverse && { remove: { hint, run: reverseMovement } }),
  })
}

/**
 * Shows the explanation in one line if the page can display it. Opens the lines if it is already
 * shown.
 */
export async function openWhy(search: WireRow): Promise<void> {
  const page = findPage(activeTab().key)
  const canTell = page?.handle.showCellNote !== undefined && page.handle.showCellNote() === ''
  const before = currentFigure(page)
  const proof = canTell ? await bufferKeysWhile(getProofText(search)) : undefined
  if (proof === undefined) return openWhyPopup(search)
  const now = currentFigure(page)
  if (JSON.stringify(now) === JSON.stringify(before)) page?.handle.showCellNote?.(proof)
  // The rows changed while the proof was loading, and it no longer matches the current figure.
  else if (now) await openWhy(now)
}

function currentFigure(page: PageRegistration | undefined): WireRow | undefined {
  return numberInCell(page?.handle.cell?.(), page?.currentRow())
}

export const ledgerViews = { travel: showAdjacentMovement }
