import net, { type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'

/** Network between a server and its database. Uses TCP, also if the database is a local socket. */
export interface DatabaseProxy {
  readonly url: string
  /** `drop` swallows all bytes, as a broken network does; `refuse` also closes the connections. */
  mode: 'pass' | 'drop' | 'refuse'
  close(): Promise<void>
}

function connectTo(url: URL): Socket {
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  return folder?.startsWith('/')
    ? net.connect(path.join(folder, `.s.PGSQL.${port}`))
    : net.connect(port, url.hostname)
}

export async function startDatabaseProxy(database: string): Promise<DatabaseProxy> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let mode: DatabaseProxy['mode'] = 'pass'
  const server = net.createServer((near) => {
    if (mode === 'refuse') return near.destroy()
    const far = connectTo(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => mode === 'pass' && to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        if (mode !== 'drop') to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
      if (next === 'refuse') cut()
    },
    close: async () => {
      mode = 'refuse'
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
