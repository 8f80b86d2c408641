import type { Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { documentNotFound } from '#server/engine/document-texts.ts'
import { lockDocuments, type LockedKind } from '#server/engine/lock-documents.ts'
import { receipt } from '../tables/receipt.ts'

/**
 * Locks the receipts of a call. Throws for receipts out of scope, and `gone` if one has a different
 * status.
 */
export function lockReceipts(
  call: SaveCall,
  states: readonly string[],
  gone: Label,
): Promise<string[]> {
  return lockDocuments(call, receiptSteps(gone), states)
}

export function receiptSteps(missingText: Label): LockedKind {
  const findStateError = (state: string | undefined) =>
    state === undefined ? documentNotFound : missingText
  return {
    header: receipt,
    number: 'RECEIPT_NO',
    refusal: findStateError,
    messageColumn: 'RECEIPT_NO',
  }
}
