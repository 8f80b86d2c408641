import type { Value } from '#kernel/field.ts'
import { refillCells } from './both-owners-floor.ts'
import type { OtherOwner } from './both-owners.ts'

/** For each save, the key of HANBIT's record and a key that does not exist. */
export function foreignKeys(
  hanbit: OtherOwner,
): Record<string, readonly [(name: string) => Value, Value]> {
  return {
    RECEIPT_NO: [() => hanbit.receipt, 'RC-NONE'],
    SHIPMENT_NO: [() => hanbit.shipment, 'SH-NONE'],
    ALLOC_ID: [() => hanbit.alloc, 999_999],
    DOC_REF: [() => hanbit.receipt, 'RC-NONE'],
    OWNER_CD: [() => 'HANBIT', 'NOSUCH'],
    BALANCE_ID: [() => hanbit.balance, 999_999],
    PALLET_NO: [() => 'P-HANBIT', 'P-NONE'],
    BOX_NO: [() => 'B-HANBIT', 'B-NONE'],
    REQUEST_NO: [() => hanbit.request, 999_999],
    DOC_NO: [() => hanbit.receipt, 'RC-NONE'],
    JOB_NO: [() => hanbit.count, 'ST-NONE'],
    REF_NO: [() => hanbit.count, 'ST-NONE'],
    MOVEMENT_NO: [() => hanbit.movement, 999_999],
    MESSAGE_ID: [() => hanbit.message, 999_999],
    DELIVERY_ID: [() => hanbit.delivery, 999_999],
    SCM_NO: [() => hanbit.orders.order, 'SO-NONE'],
    BATCH_NO: [() => hanbit.orders.batch, 999_999],
    BOND_NO: [() => hanbit.bonded.bondNo, 'BC-NONE'],
    FAULT_NO: [() => hanbit.bonded.error, 'BF-NONE'],
    LINE_ID: [
      (name) => hanbit.bonded[/release|gate-note/.test(name) ? 'outLine' : 'inLine'],
      '999999',
    ],
    BASIS_ID: [() => hanbit.bonded.basis, '999999'],
    CORRECTION_NO: [() => hanbit.bonded.correction, 999_999],
    ANSWER_ID: [() => hanbit.bonded.answer, 999_999],
    TRANSFER_KEY: [() => `B${hanbit.balance}`, 'B999999'],
    INVOICE_NO: [() => hanbit.bills.HANBIT.invoice, 'IV-NONE'],
    RECALL_NO: [() => hanbit.recall, 'RCL-NONE'],
    CHARGE_NO: [() => hanbit.bills.HANBIT.charge, 999_999],
    PAYMENT_NO: [() => hanbit.bills.HANBIT.payment, 'PM-NONE'],
    FROM_CELL_CD: [() => refillCells.HANBIT.source, 'A-NONE'],
    PAY_MATCH_NO: [() => hanbit.bills.HANBIT.match, 999_999],
  }
}

/**
 * Columns that a save needs in addition to the key. Corrections are created or withdrawn, never
 * changed. A line needs its cargo, and a task its kind.
 */
export function getCorrection(hanbit: OtherOwner, name: string, key: string) {
  if (name.startsWith('tasks/')) return { KIND_CD: 'COUNT' }
  if (name !== 'bonded/save-corrections') return {}
  return { BATCH_FLAG: key === 'CORRECTION_NO' ? 'D' : 'I', BOND_NO: hanbit.bonded.bondNo }
}
