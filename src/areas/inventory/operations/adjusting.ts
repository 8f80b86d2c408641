import { withOptions } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { adjustRequest } from '../tables/adjust-request.ts'
import { balanceId, workInput } from './work-fields.ts'
import { adjustStatus } from '../rules/adjust-status.ts'

const common = {
  action: 'save',
  scope: 'warehouse-owner',
} as const

export const adjustStock = defineProcedure({
  ...common,
  name: 'inventory/adjust',
  title: label('재고조정', 'Adjust stock'),
  menus: ['InventoryAdjustPopup'],
  input: {
    BALANCE_ID: balanceId,
    ...workInput(['ADJUST_QTY', 'SERIALS', 'REASON'], ['ADJUST_QTY', 'REASON']),
  },
})

export const adjustRequests = defineQuery({
  ...common,
  name: 'inventory/adjust-requests',
  title: label('조정 승인요청', 'Adjustment requests'),
  action: 'search',
  search: pick(adjustRequest, ['REQUEST_NO', 'OWNER_CD', 'BALANCE_ID', 'STATE_CD', 'REQUESTED_BY']),
  output: {
    ...adjustRequest.fields,
    STATE_CD: withOptions(adjustRequest.fields.STATE_CD, { voids: [adjustStatus.rejected] }),
  },
})

function defineDecision(name: string, title: Label) {
  return defineProcedure({
    ...common,
    name: `inventory/${name}`,
    title,
    with: [adjustRequests],
    input: { REQUEST_NO: withOptions(adjustRequest.fields.REQUEST_NO, { required: true }) },
  })
}

/** Approves an adjustment, which posts it. Requires a second user. */
export const approveAdjust = defineDecision(
  'approve-adjust',
  label('조정승인', 'Approve adjustments'),
)

export const rejectAdjust = defineDecision(
  'reject-adjust',
  label('조정 반려', 'Reject adjustments'),
)
