import { request } from 'node:http'
import { gzipSync } from 'node:zlib'

const mb = 1024 * 1024

/** 64 KB that decompress to 63 MB of brackets. */
const bomb = gzipSync('['.repeat(63 * mb))
const brackets = Buffer.alloc(64 * 1024, '[')

export interface Flood {
  readonly name: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly refused: number
}

/** Unauthenticated requests that try to make the server decompress and parse large bodies. */
export const floods: readonly Flood[] = [
  { name: 'packed bodies', body: bomb, headers: { 'content-encoding': 'gzip' }, refused: 415 },
  {
    name: 'packed bodies with a made-up cookie',
    body: bomb,
    headers: { 'content-encoding': 'gzip', cookie: 'sid=x' },
    refused: 415,
  },
  { name: 'brackets', body: brackets, headers: {}, refused: 401 },
  {
    name: 'brackets with a made-up cookie',
    body: brackets,
    headers: { cookie: 'sid=x' },
    refused: 401,
  },
]

function send(url: string, { body, headers }: Flood): Promise<number> {
  const sent = { 'content-type': 'application/json', ...headers }
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', headers: sent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Sends a flood to `/api/session`, eight requests at a time. Returns the distinct status codes. */
export async function sendFlood(url: string, flood: Flood, requests: number): Promise<number[]> {
  const statuses = new Set<number>()
  let sent = 0
  const sendRequests = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1
      statuses.add(await send(`${url}/api/session`, flood))
    }
  }
  await Promise.all(Array.from({ length: 8 }, sendRequests))
  return [...statuses]
}
