import { documentRecords } from '#server/engine/document-records.ts'
import type { RecordSource } from '#server/engine/record-source.ts'
import { shipments } from '../operations/shipments.ts'

export const outboundRecords: readonly RecordSource[] = [documentRecords('shipment', shipments)]
