import { ArrowReader, type StreamBatch, type StreamColumn } from '#ui/grid/columns/arrow-reader.ts'
import type { FromStreamWorker, StreamRequest, ToStreamWorker } from './stream-messages.ts'

/** Batches the page has not processed yet. With more, reading pauses and the server has to wait. */
const MAX_UNREAD_BATCHES = 8

const stopped = new AbortController()
let unreadBatches = 0
let resumeReading: () => void = () => {}

function send(message: FromStreamWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}

function columnBuffer(column: StreamColumn): ArrayBufferLike {
  return 'codes' in column ? column.codes.buffer : column.numbers.buffer
}

async function sendBatch(batch: StreamBatch): Promise<void> {
  unreadBatches++
  const buffers = Object.values(batch.columns).map(columnBuffer)
  send(
    { kind: 'batch', batch },
    buffers.filter((buffer) => buffer instanceof ArrayBuffer),
  )
  if (unreadBatches < MAX_UNREAD_BATCHES) return
  await new Promise<void>((resolve) => {
    resumeReading = resolve
  })
}

async function readStream({ url, headers, body }: StreamRequest): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body, signal: stopped.signal })
  if (!response.ok || !response.body) {
    const text = await response.text()
    const given = Object.fromEntries(response.headers)
    return send({ kind: 'refused', status: response.status, headers: given, text })
  }
  send({
    kind: 'open',
    rowsExpected: Number(response.headers.get('x-rows-expected') ?? 0),
    readsReplica: response.headers.get('x-read-from') === 'replica',
  })
  const reader = new ArrowReader()
  for await (const chunk of response.body) {
    for (const batch of reader.push(chunk)) await sendBatch(batch)
  }
  if (!reader.isEnded) throw new Error('the stream was cut off')
  send({ kind: 'end' })
}

addEventListener('message', ({ data }: MessageEvent<ToStreamWorker>) => {
  if (data.kind === 'read') {
    readStream(data.request).catch((error: unknown) =>
      send({ kind: 'failed', message: String(error) }),
    )
  } else if (data.kind === 'stop') {
    stopped.abort()
  } else {
    unreadBatches--
    resumeReading()
  }
})
