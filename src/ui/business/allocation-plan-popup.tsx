import { useCallback, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { allocateAsPlanned, allocationPlan } from '#areas/outbound/operations/allocating.ts'
import { addDecimal, decimalText, toDecimal } from '#kernel/decimal.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { formatNumber } from '#ui/grid/columns/number-text.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { CallError } from '#ui/remote/api.ts'
import { postCheck, saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { notify } from '#ui/windows/notify.tsx'
import { PopupButtons } from '#ui/windows/popup-buttons.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { QueryRowsPopup } from './rows-popup.tsx'

const title = label('할당 미리보기', 'Allocation preview')
const plan = { name: 'outbound/allocation-plan', title, output: allocationPlan }
const tones = { PLAN_QTY: 'accent', SHORT_QTY: 'stop', KEPT_QTY: 'warn', REASON: 'warn' } as const

interface TrialResult {
  readonly data: { readonly PLAN: { readonly MARK: string; readonly ROWS: readonly WireRow[] } }
}

function rowsToSend(numbers: readonly string[], mark?: string): Partial<WireRow>[] {
  return numbers.map((SHIPMENT_NO, index) => ({
    SHIPMENT_NO,
    NO: index + 1,
    ...(mark !== undefined && { PLAN_MARK: mark }),
  }))
}

function sumColumn(rows: readonly WireRow[], column: string): string {
  const quantities = rows.map((row) => toDecimal(row[column] ?? 0))
  return formatNumber(decimalText(quantities.reduce(addDecimal, toDecimal(0))), 0, 3)
}

function planSummary(rows: readonly WireRow[]): string {
  const lines = rows.filter((row) => row['SHORT_QTY']).length
  return t(
    label(
      `할당예정 ${sumColumn(rows, 'PLAN_QTY')} · 부족 ${sumColumn(rows, 'SHORT_QTY')} (${formatCount(lines)}행)`,
      `To allocate ${sumColumn(rows, 'PLAN_QTY')} · short ${sumColumn(rows, 'SHORT_QTY')} (${formatCount(lines, 'line')})`,
    ),
  )
}

/** Opens the allocation that has the stock, or the stock itself with the actions on it. */
function openRemedy(row: WireRow): void {
  const other = /[A-Z]+-\d{8}-\d+/.exec(String(row['REASON'] ?? ''))?.[0]
  if (other !== undefined) return shellHandle().open('AllocCancel', { SHIPMENT_NO: other })
  const { STOCK_CD, CELL_CD } = row
  shellHandle().open('InventoryByLot', {
    STOCK_CD: String(STOCK_CD),
    ...(CELL_CD ? { CELL_CD: String(CELL_CD) } : {}),
  })
}

interface PlanProps extends PopupProps<boolean> {
  readonly numbers: readonly string[]
}

/** Allocation plan. Ctrl+S allocates exactly as shown or not at all. */
function AllocationPlan({ numbers, close }: PlanProps): JSX.Element {
  const mark = useRef<string>(undefined)
  const [reloads, setReloads] = useState(0)
  const [changed, setChanged] = useState<string>()
  const ask = useCallback(
    async (signal: AbortSignal) => {
      mark.current = undefined
      const request = { procedure: allocateAsPlanned, rows: rowsToSend(numbers) }
      const { data } = await postCheck<TrialResult>(request, { quiet: true, signal })
      mark.current = data.PLAN.MARK
      return data.PLAN.ROWS
    },
    [numbers],
  )
  async function runPlan(): Promise<void> {
    if (mark.current === undefined) return
    try {
      const rows = rowsToSend(numbers, mark.current)
      const { message } = await saveProcedure(allocateAsPlanned, rows, new SaveKeys())
      notify('success', message)
      close(true)
    } catch (error) {
      setChanged((error as Error).message)
      if (error instanceof CallError && error.code === 'PLAN_CHANGED') setReloads(reloads + 1)
    }
  }
  const run = (): void => void bufferKeysWhile(runPlan())
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || !(event.ctrlKey || event.metaKey)) return
    if (event.code !== 'KeyS') return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <div className="rows-popup" onKeyDown={onKeyDown}>
      {changed !== undefined && (
        <p className="rows-popup-line tone-stop" role="alert">
          {changed}
        </p>
      )}
      <QueryRowsPopup
        // Loads the plan again if it is outdated.
        key={reloads}
        source={plan}
        ask={ask}
        tones={tones}
        emptyText={t(label('할당할 행이 없습니다.', 'No lines to allocate.'))}
        summary={planSummary}
        fullTextColumn="REASON"
        enterTitle={label('해결 화면 열기', 'Open the screen to fix it')}
        onEnter={(row) => {
          close(false)
          openRemedy(row)
        }}
      />
      <PopupButtons
        asKeys
        buttons={[
          { title: label('이대로 할당', 'Allocate as shown'), keyName: '^S', run },
          { title: label('닫기', 'Close'), keyName: 'Esc', run: () => close(false) },
        ]}
      />
    </div>
  )
}

export async function openAllocationPlan(rows: readonly WireRow[]): Promise<void> {
  const tab = activeTab().key
  const numbers = [...new Set(rows.map((row) => String(row['SHIPMENT_NO'])))]
  const Content = (props: PopupProps<boolean>): JSX.Element => (
    <AllocationPlan {...props} numbers={numbers} />
  )
  const frame = { width: 1320, height: 640, fullScreen: true }
  const isDone = await openPopup<boolean>(Content, {
    ...frame,
    title: `${t(title)}: ${t(label(`출고 ${formatCount(numbers.length)}건`, formatCount(numbers.length, 'shipment')))}`,
  })
  // Reload only after the focus is back on the rows.
  if (isDone) await findPage(tab)?.handle.search()
}
