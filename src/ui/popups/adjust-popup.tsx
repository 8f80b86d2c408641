import '#ui/windows/work-list.css'
import { useEffect, useState, type JSX } from 'react'
import { adjustStock } from '#areas/inventory/operations/adjusting.ts'
import { stockToWork } from '#areas/inventory/operations/stock-work.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import { InputForm } from '#ui/forms/prompt-input.tsx'
import { StockQtyPopup } from './list-popups.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

const { ADJUST_QTY, REASON } = adjustStock.input
const fields: Fields = { ADJUST_QTY, REASON }

const facts: readonly (readonly [name: string, title: Label])[] = [
  ['STOCK_CD', label('품목', 'Item')],
  ['STOCK_NM', label('품목명', 'Name')],
  ['CELL_CD', label('셀', 'Cell')],
  ['LOT_NO', label('로트', 'Lot')],
  ['QTY', label('재고', 'On hand')],
  ['AVAILABLE_QTY', label('가용', 'Available')],
]

/** Adjusts one balance with a reason. Prompts for the balance if the caller names none. */
export function InventoryAdjustPopup({ input, close, reject }: PopupPageProps): JSX.Element {
  const [stock, setStock] = useState(input)
  const [keys] = useState(() => new SaveKeys())
  const isChosen = (stock['BALANCE_ID'] ?? '') !== ''
  const isKnown = (stock['QTY'] ?? '') !== ''
  useEffect(() => {
    if (!isChosen || isKnown) return undefined
    const aborted = new AbortController()
    const search = { BALANCE_ID: stock['BALANCE_ID'] ?? null }
    postQuery({ source: stockToWork }, search, aborted.signal)
      .then(([found]) => found && setStock(found))
      // Without its figures, the stock can still be adjusted.
      .catch(() => undefined)
    return () => aborted.abort()
  }, [isChosen, isKnown, stock])
  if (!isChosen) {
    const choose = (row?: WireRow): void => (row ? setStock(row) : close())
    return <StockQtyPopup input={input} close={choose} reject={reject} />
  }
  async function adjust(typed: WireRow): Promise<void> {
    const row = {
      NO: 1,
      BALANCE_ID: stock['BALANCE_ID'] ?? null,
      ADJUST_QTY: typed['ADJUST_QTY'] ?? null,
      REASON: typed['REASON'] ?? null,
    }
    await saveAndNotify(adjustStock, [row], keys)
  }
  const known = facts.filter(([name]) => (stock[name] ?? '') !== '')
  return (
    <>
      <dl className="facts popup-facts">
        {known.map(([name, title]) => (
          <div key={name}>
            <dt>{t(title)}</dt>
            <dd className="mono">{stock[name]}</dd>
          </div>
        ))}
      </dl>
      <InputForm fields={fields} initial={{}} send={adjust} close={close} />
    </>
  )
}
