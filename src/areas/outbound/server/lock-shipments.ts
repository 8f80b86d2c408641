import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/engine/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { codeLists } from '#areas/system/rules/code-lists.ts'

/**
 * Locks the shipments of a call in number order; refuses, naming each row, the ones that are not
 * there, not in the caller's scope, or not in one of the states a step may start from.
 */
export async function lockShipments(call: SaveCall, states: readonly string[]): Promise<string[]> {
  const numbers = [...new Set(call.rows.map((row) => String(row.values['SHIPMENT_NO'])))]
  const owners = call.scope.owners
  const found = await call.tx.query<{ shipment_no: string; state_cd: string }>(sql`
    select shipment_no, state_cd from shipment
    where shipment_no = any(${numbers}::text[]) and wcode = ${call.scope.wcode}
      and (${owners === null} or owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by shipment_no for update`)
  const current = new Map(found.map((row) => [row.shipment_no, row.state_cd]))
  const errors = call.rows.flatMap((row): RowError[] => {
    const state = current.get(String(row.values['SHIPMENT_NO']))
    if (state !== undefined && states.includes(state)) return []
    return [{ row: row.no, text: refusal(state), column: 'STATE_CD' }]
  })
  if (errors.length) throw conflictingRows(errors)
  return numbers
}

function refusal(state: string | undefined): Label {
  const name = state === undefined ? undefined : codeLists['shipment-state']?.[state]
  return name
    ? label(
        `'${name.ko}' 상태의 출고에는 할 수 없는 작업입니다.`,
        `Not possible in state "${name.en}".`,
      )
    : label('출고를 찾을 수 없습니다.', 'The shipment is not found.')
}
