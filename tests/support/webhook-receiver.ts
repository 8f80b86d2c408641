import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Behaviour of the receiver for consecutive requests. The last one repeats. */
export type ReceiverBehaviour = 'takes' | 'hangs' | 'trickles' | 'redirects' | 'fails' | 'drops'

export interface ReceivedCall {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

export function isGenuine(
  { headers, body }: Pick<ReceivedCall, 'headers' | 'body'>,
  secret: string,
  now: number,
): boolean {
  const timestamp = String(headers['wms-timestamp'])
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) return false
  const hash = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const [ours, theirs] = [`sha256=${hash}`, String(headers['wms-signature'])].map((text) =>
    Buffer.from(text),
  )
  return (
    ours?.length === theirs?.length && timingSafeEqual(ours ?? Buffer.of(), theirs ?? Buffer.of())
  )
}

/** Partner's webhook: an HTTP server that verifies requests and has configurable behaviour. */
export class WebhookReceiver {
  readonly calls: ReceivedCall[] = []
  readonly taken: ReceivedCall[] = []
  readonly #server: Server
  readonly #open: ServerResponse[] = []
  readonly #secret: string
  readonly #now: () => number
  #receptions: ReceiverBehaviour[] = ['takes']

  private constructor(secret: string, now: () => number) {
    this.#secret = secret
    this.#now = now
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const [reception = 'takes', ...rest] = this.#receptions
        if (rest.length > 0) this.#receptions = rest
        const { headers, url: path = '' } = request
        const body = Buffer.concat(parts).toString()
        const call = { id: String(headers['wms-id']), headers, body, path }
        this.calls.push(call)
        this.#answer(reception, call, response)
      })
    })
  }

  static async open(secret: string, now: () => number): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(secret, now)
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', () => done()))
    return receiver
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/hook`
  }

  setBehaviours(...receptions: ReceiverBehaviour[]): void {
    this.#receptions = receptions
    this.calls.length = 0
    this.taken.length = 0
  }

  async close(): Promise<void> {
    for (const response of this.#open) response.destroy()
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  #answer(reception: ReceiverBehaviour, call: ReceivedCall, response: ServerResponse): void {
    switch (reception) {
      case 'takes': {
        if (!isGenuine(call, this.#secret, this.#now())) {
          return void response.writeHead(401).end('wrong signature')
        }
        this.taken.push(call)
        return void response.writeHead(200).end()
      }
      case 'hangs':
        return void this.#open.push(response)
      case 'trickles':
        this.#open.push(response)
        return void response.writeHead(200).write('…')
      case 'redirects':
        return void response.writeHead(302, { location: this.url.replace('/hook', '/other') }).end()
      case 'fails':
        return void response.writeHead(500).end('out of order')
      case 'drops':
        return void response.destroy()
    }
  }
}
