/** Message kinds of an Arrow stream (`MessageHeader` of the Arrow format). */
export const messageKind = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const

export interface IpcMessage {
  readonly kind: number
  readonly bytes: Uint8Array
}

/**
 * Splits a stream into its messages, without the end-of-stream marker. Each message is `ffffffff`,
 * the metadata length, the metadata and the body (Arrow columnar format, "Encapsulated message
 * format").
 */
export function ipcMessages(stream: Uint8Array): IpcMessage[] {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const messages: IpcMessage[] = []
  for (let index = 0; index + 8 <= stream.length;) {
    const metadataLength = view.getInt32(index + 4, true)
    if (metadataLength === 0) break
    const { kind, bodyLength } = readMetadata(view, index + 8)
    const end = index + 8 + metadataLength + bodyLength
    messages.push({ kind, bytes: stream.subarray(index, end) })
    index = end
  }
  return messages
}

export const endOfStream = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0)

/** In the flatbuffer table `Message`, field 1 is the header kind and field 3 the body length. */
function readMetadata(view: DataView, at: number): { kind: number; bodyLength: number } {
  const table = at + view.getInt32(at, true)
  const fields = table - view.getInt32(table, true)
  const fieldOffset = (field: number) => {
    const slot = 4 + 2 * field
    if (slot >= view.getUint16(fields, true)) return 0
    const offset = view.getUint16(fields + slot, true)
    return offset === 0 ? 0 : table + offset
  }
  const kind = fieldOffset(1)
  const bodyLength = fieldOffset(3)
  return {
    kind: kind === 0 ? 0 : view.getUint8(kind),
    bodyLength: bodyLength === 0 ? 0 : Number(view.getBigInt64(bodyLength, true)),
  }
}
