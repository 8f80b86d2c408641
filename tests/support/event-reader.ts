import { onTestFinished } from 'vitest'

/** Message of an event stream. Comments are messages named `comment`. */
export interface StreamMessage {
  readonly id: string
  readonly event: string
  readonly data: Record<string, unknown>
}

export interface EventReader {
  readonly status: number
  readonly headers: Headers
  /** Returns the next matching message. Skipped messages are added to `passed`. */
  next(isMeant: (message: StreamMessage) => boolean): Promise<StreamMessage>
  readonly passed: readonly StreamMessage[]
  readRemaining(): Promise<StreamMessage[]>
  stop(): void
}

/** Reads server-sent events over a real connection, like a browser. Closed after the test. */
export async function readEvents(
  address: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${address}/api/events`, {
    headers: { cookie, ...headers },
    signal: abort.signal,
  })
  const messages = parse(response.body ?? new ReadableStream<Uint8Array>())
  const passed: StreamMessage[] = []
  const readRemaining: EventReader['readRemaining'] = async () => {
    const remaining: StreamMessage[] = []
    for await (const message of messages) remaining.push(message)
    return remaining
  }
  return {
    status: response.status,
    headers: response.headers,
    passed,
    readRemaining,
    stop: () => abort.abort(),
    next: async (isMeant) => {
      for (;;) {
        const { value, done } = await messages.next()
        if (done) throw new Error(`stream ${response.status} ended after ${JSON.stringify(passed)}`)
        if (isMeant(value)) return value
        passed.push(value)
      }
    },
  }
}

async function* parse(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield readBlock(block)
  }
}

function readBlock(block: string): StreamMessage {
  if (block.startsWith(':')) return { id: '', event: 'comment', data: {} }
  const lines = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line) ?? [])
  const fieldText = (name: string) => lines.find(([, key]) => key === name)?.[2] ?? ''
  return {
    id: fieldText('id'),
    event: fieldText('event') || 'none',
    data: JSON.parse(fieldText('data') || '{}'),
  }
}
