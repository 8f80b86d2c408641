import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Proxy that simulates a distant server by delaying responses to saves. */
export interface SlowProxy {
  readonly url: string
  /** Delay of save responses in milliseconds. */
  delayMs: number
  /** Maximum number of concurrent saves so far. */
  readonly maxConcurrent: number
  close(): Promise<void>
}

export async function startSlowProxy(target: string): Promise<SlowProxy> {
  const { hostname, port } = new URL(target)
  let inFlight = 0
  const proxy = { url: '', delayMs: 0, maxConcurrent: 0, close: () => Promise.resolve() }
  const server = createServer((query, response) => {
    const { method, url: path, headers } = query
    const isSave = path?.endsWith('/saveProcedure') === true
    if (isSave) inFlight += 1
    proxy.maxConcurrent = Math.max(proxy.maxConcurrent, inFlight)
    const passed = request({ hostname, port, method, path, headers }, (got) => {
      const forwardResponse = (): void => {
        if (isSave) inFlight -= 1
        response.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(response)
      }
      // The delay is part of the scenario: it makes the server slow. The test does not wait for it.
      if (isSave && proxy.delayMs > 0) setTimeout(forwardResponse, proxy.delayMs)
      else forwardResponse()
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    query.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  proxy.close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return proxy
}
