import { ArrowReader, type StreamBatch, type StreamColumn } from '#ui/grid/columns/arrow-reader.ts'
import type { FromStreamWorker, StreamRequest, ToStreamWorker } from './stream-messages.ts'

/** Batches the page has not processed yet. With more, reading pauses and the server has to wait. */
const AHEAD_MOST = 8

const stopped = new AbortController()
let ahead = 0
let makeRoom: () => void = () => {}

function say(message: FromStreamWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}

function buffersOf(column: StreamColumn): ArrayBufferLike {
  return 'codes' in column ? column.codes.buffer : column.numbers.buffer
}

async function hand(batch: StreamBatch): Promise<void> {
  ahead++
  const buffers = Object.values(batch.columns).map(buffersOf)
  say(
    { kind: 'batch', batch },
    buffers.filter((buffer) => buffer instanceof ArrayBuffer),
  )
  if (ahead < AHEAD_MOST) return
  await new Promise<void>((resolve) => {
    makeRoom = resolve
  })
}

async function read({ url, headers, body }: StreamRequest): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: stopped.signal })
  if (!answer.ok || !answer.body) {
    const text = await answer.text()
    const given = Object.fromEntries(answer.headers)
    return say({ kind: 'refused', status: answer.status, headers: given, text })
  }
  say({ kind: 'open', rowsExpected: Number(answer.headers.get('x-rows-expected') ?? 0) })
  const reader = new ArrowReader()
  for await (const chunk of answer.body) {
    for (const batch of reader.push(chunk)) await hand(batch)
  }
  if (!reader.isEnded) throw new Error('the stream was cut off')
  say({ kind: 'end' })
}

addEventListener('message', ({ data }: MessageEvent<ToStreamWorker>) => {
  if (data.kind === 'read') {
    read(data.request).catch((error: unknown) => say({ kind: 'failed', message: String(error) }))
  } else if (data.kind === 'stop') {
    stopped.abort()
  } else {
    ahead--
    makeRoom()
  }
})
