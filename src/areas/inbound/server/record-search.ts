import { documentRecords } from '#server/engine/document-records.ts'
import type { RecordSource } from '#server/engine/record-source.ts'
import { receipts } from '../operations/receipts.ts'

export const inboundRecords: readonly RecordSource[] = [documentRecords('receipt', receipts)]
