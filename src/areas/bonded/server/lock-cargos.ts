import type { Label } from '#kernel/label.ts'
import { label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { lockDocuments } from '#server/engine/lock-documents.ts'
import { bondedCargo } from '../tables/cargo.ts'

/** Locks the cargos of a call in the order of their numbers; `gone` is said of other states. */
export function lockCargos(
  call: SaveCall,
  states: readonly string[],
  gone: Label,
): Promise<string[]> {
  const refusal = (state: string | undefined) =>
    state === undefined ? label('보세화물을 찾을 수 없습니다.', 'Bonded cargo not found.') : gone
  const kind = { header: bondedCargo, number: 'BOND_NO', refusal, told: 'BOND_NO' }
  return lockDocuments(call, kind, states)
}
