import {
  receiptMessageFields,
  receiptMessageResults,
  receiptMessages,
} from '#areas/inbound/operations/partner.ts'
import {
  stockMessageFields,
  stockMessageResults,
  stockMessages,
} from '#areas/inventory/operations/partner.ts'
import type { PartnerOperations } from '#areas/master/operations/partner-messages.ts'
import {
  shipmentMessageFields,
  shipmentMessageResults,
  shipmentMessages,
} from '#areas/outbound/operations/partner.ts'
import type { WireRow } from '#kernel/field.ts'

interface MessageKindView {
  readonly operations: PartnerOperations
  readonly fields: readonly string[]
}

const names = (...parts: readonly object[]): readonly string[] =>
  parts.flatMap((part) => Object.keys(part))

const kinds: Readonly<Record<string, MessageKindView>> = {
  RECEIPT: {
    operations: receiptMessages,
    fields: names(receiptMessageFields, receiptMessageResults),
  },
  SHIPMENT: {
    operations: shipmentMessages,
    fields: names(shipmentMessageFields, shipmentMessageResults),
  },
  STOCK: { operations: stockMessages, fields: names(stockMessageFields, stockMessageResults) },
}

export function findMessageKind(row: WireRow): MessageKindView | undefined {
  return kinds[String(row['KIND_CD'] ?? '')]
}
