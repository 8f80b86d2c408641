import { generateKeyPairSync, sign } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** DER value: tag, length, content. */
function encodeDer(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const derSequence = (...parts: readonly Uint8Array[]) => encodeDer(0x30, ...parts)
const objectId = (...bytes: readonly number[]) => encodeDer(0x06, Uint8Array.from(bytes))
const derTime = (text: string) => encodeDer(0x17, Buffer.from(text))

/** Self-signed certificate for `localhost` with its key. */
function createCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const algorithm = derSequence(objectId(0x2b, 0x65, 0x70))
  const commonName = derSequence(
    objectId(0x55, 0x04, 0x03),
    encodeDer(0x0c, Buffer.from('localhost')),
  )
  const name = derSequence(encodeDer(0x31, commonName))
  const content = derSequence(
    encodeDer(0x02, Uint8Array.of(1)),
    algorithm,
    name,
    derSequence(derTime('200101000000Z'), derTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = encodeDer(0x03, Uint8Array.of(0), sign(null, content, privateKey))
  const certificate = derSequence(content, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  }
}

export interface ProxyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface TlsProxy {
  readonly origin: string
  /** Sends a POST over https, optionally from another local address. */
  post(
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
    from?: string,
  ): Promise<ProxyAnswer>
}

/** Optionally sends no forwarding headers, only the server's own address as `Host`. */
export async function startTlsProxy(
  target: string,
  { forwardsHeaders = true } = {},
): Promise<TlsProxy> {
  const pair = createCertificate()
  const { hostname, port, host } = new URL(target)
  const server = createServer(pair, (query, response) => {
    const { method, url: path, headers, socket } = query
    const before = headers['x-forwarded-for']
    const reported = {
      'x-forwarded-for': [...(before ? [before] : []), socket.remoteAddress].join(', '),
      'x-forwarded-proto': 'https',
      'x-forwarded-host': headers.host,
    }
    const passed = { ...headers, host, ...(forwardsHeaders && reported) }
    const asking = httpRequest({ hostname, port, method, path, headers: passed }, (got) => {
      response.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(response)
    })
    asking.on('error', () => response.destroy())
    query.pipe(asking)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ownPort = (server.address() as AddressInfo).port
  const post: TlsProxy['post'] = (path, body, headers = {}, from = '127.0.0.1') =>
    new Promise((resolve, reject) => {
      const asking = request(
        {
          host: '127.0.0.1',
          servername: 'localhost',
          port: ownPort,
          localAddress: from,
          agent: false,
          ca: pair.cert,
          method: 'POST',
          path,
          headers: {
            'content-type': 'application/json',
            host: `localhost:${ownPort}`,
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      asking.on('error', reject)
      asking.end(JSON.stringify(body))
    })
  return { origin: `https://localhost:${ownPort}`, post }
}
