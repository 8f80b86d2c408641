import { useState, type JSX } from 'react'
import { shipTos, stocks } from '#areas/master/operations/masters.ts'
import { shipToFacts } from '#areas/master/screens/ship-to-parts.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import { InputForm } from '#ui/forms/prompt-input.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

function pickFields(procedure: Procedure, names: readonly string[]): Fields {
  const named = Object.entries(procedure.input).filter(([name]) => names.includes(name))
  return Object.fromEntries(named)
}

const shipToFields = pickFields(shipTos.save, ['OWNER_CD', 'SHIP_TO_CD', ...shipToFacts, 'REMARK'])
const stockFields = pickFields(stocks.save, [
  'OWNER_CD',
  'STOCK_CD',
  'STOCK_NM',
  'BARCODE',
  'UNIT_CD',
  'REMARK',
])

interface AddProps extends PopupPageProps {
  readonly procedure: Procedure
  readonly fields: Fields
  readonly fixed?: WireRow
}

/** Creates a record without leaving the current order. Resolves with the new row. */
function AddRecord({ procedure, fields, fixed, input, close }: AddProps): JSX.Element {
  const [keys] = useState(() => new SaveKeys())
  async function save(row: WireRow): Promise<void> {
    const typed = Object.entries(row).filter(([name]) => Object.hasOwn(fields, name))
    const inserted = { NO: 1, BATCH_FLAG: 'I', ...Object.fromEntries(typed), ...fixed }
    await saveAndNotify(procedure, [inserted], keys)
  }
  return <InputForm fields={fields} initial={input} send={save} close={close} />
}

export function AddShipToPopup(props: PopupPageProps): JSX.Element {
  return <AddRecord {...props} procedure={shipTos.save} fields={shipToFields} />
}

export function AddShipToSamplePopup(props: PopupPageProps): JSX.Element {
  const fixed = { SAMPLE_YN: 'Y' }
  return <AddRecord {...props} procedure={shipTos.save} fields={shipToFields} fixed={fixed} />
}

/** Creates a sample item, which has no lots or expiry dates. */
export function AddStockSamplePopup(props: PopupPageProps): JSX.Element {
  const fixed = { GOODS_YN: 'Y', LOT_YN: 'N', VALID_YN: 'N' }
  return <AddRecord {...props} procedure={stocks.save} fields={stockFields} fixed={fixed} />
}
