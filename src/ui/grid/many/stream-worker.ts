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
  const answer = await fetch(url, { method: 'POST', headers, body, signal: stopped.signal })
  if (!answer.ok || !answer.body) {
    const text = await answer.text()
    const given = Object.fromEntries(answer.headers)
    return send({ kind: 'refused', status: answer.status, headers: given, text })
  }
  send({
    kind: 'open',
    rowsExpected: Number(answer.headers.get('x-rows-expected') ?? 0),
    readsReplica: answer.headers.get('x-read-from') === 'replica',
  })
  const reader = new ArrowReader()
  for await (const chunk of answer.body) {
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
