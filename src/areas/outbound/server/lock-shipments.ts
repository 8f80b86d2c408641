import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { lockDocuments, type LockedKind } from '#server/engine/lock-documents.ts'
import { codeLists } from '#areas/code-lists.ts'
import { shipmentStatus } from '../rules/shipment-status.ts'
import { shipment } from '../tables/shipment.ts'

/** Locks the shipments of a call. Rejects those whose status does not allow the step. */
export function lockShipments(
  call: SaveCall,
  states: readonly string[],
  shippedRefusal?: Label,
): Promise<string[]> {
  const refusalText = (state: string | undefined) =>
    (state === shipmentStatus.shipped ? shippedRefusal : undefined) ?? findStateError(state)
  return lockDocuments(call, { ...shipmentSteps, refusal: refusalText }, states)
}

export const shipmentSteps: LockedKind = {
  header: shipment,
  number: 'SHIPMENT_NO',
  refusal: findStateError,
  messageColumn: 'STATE_CD',
}

export const checkStarted = label(
  '검수가 시작된 출고입니다. 검수를 먼저 취소하세요.',
  'The shipping check has started. Cancel the check first.',
)

function findStateError(state: string | undefined): Label {
  const name = state === undefined ? undefined : codeLists['shipment-state']?.[state]
  return name
    ? label(
        `'${name.ko}' 상태에서는 할 수 없는 작업입니다. 다시 조회해 상태를 확인하세요.`,
        `Not allowed at status "${name.en}". Search again.`,
      )
    : label('출고를 찾을 수 없습니다.', 'Shipment not found.')
}
