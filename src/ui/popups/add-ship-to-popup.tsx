import { useState, type JSX } from 'react'
import { shipTos } from '#areas/master/operations/masters.ts'
import { shipToFacts } from '#areas/master/screens/ship-to-parts.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { saveProcedure, SaveKeys } from '../pages/save-call.ts'
import { InputForm } from './ask-input.tsx'
import { notify } from './notify.tsx'
import type { PopupPageProps } from './popup-types.ts'

const asked: readonly string[] = ['OWNER_CD', 'SHIP_TO_CD', ...shipToFacts, 'REMARK']

const fields: Fields = Object.fromEntries(
  Object.entries(shipTos.save.input).filter(([name]) => asked.includes(name)),
)

/** A new place to ship to, without leaving the order that needs it; resolves with its row. */
export function AddShipToPopup({ input, close }: PopupPageProps): JSX.Element {
  const [keys] = useState(() => new SaveKeys())
  async function save(row: WireRow): Promise<void> {
    const { message } = await saveProcedure(
      shipTos.save,
      [{ NO: 1, BATCH_FLAG: 'I', ...row }],
      keys,
    )
    notify('success', message)
  }
  return <InputForm fields={fields} initial={input} send={save} close={close} />
}
