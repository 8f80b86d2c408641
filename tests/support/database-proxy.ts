import net, { type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'

/** Network between a server and its database. Uses TCP even if the database is a local socket. */
export interface DatabaseProxy {
  readonly url: string
  /** `drop` swallows all bytes, as a broken network does; `refuse` also closes the connections. */
  mode: 'pass' | 'drop' | 'refuse'
  /** New sessions are read-only, as on a standby. */
  isStandby: boolean
  close(): Promise<void>
}

function connectTo(url: URL): Socket {
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  return folder?.startsWith('/')
    ? net.connect(path.join(folder, `.s.PGSQL.${port}`))
    : net.connect(port, url.hostname)
}

/** Adds an option to the first message of a connection (PostgreSQL manual, 55.7 StartupMessage). */
function withOption(startup: Buffer, option: string): Buffer {
  const texts = startup.subarray(8, -1).toString().split('\0')
  const at = texts.indexOf('options') + 1
  if (at === 0) texts.splice(-1, 0, 'options', option)
  else texts[at] += ` ${option}`
  const body = Buffer.from(`${texts.join('\0')}\0`)
  const head = Buffer.from(startup.subarray(0, 8))
  head.writeInt32BE(head.length + body.length)
  return Buffer.concat([head, body])
}

export async function startDatabaseProxy(database: string): Promise<DatabaseProxy> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let mode: DatabaseProxy['mode'] = 'pass'
  let isStandby = false
  const server = net.createServer((near) => {
    if (mode === 'refuse') return near.destroy()
    const far = connectTo(target)
    let isFirst = isStandby
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes: Buffer) => {
        if (mode !== 'pass') return
        const isChange = isFirst && from === near
        to.write(isChange ? withOption(bytes, '-c default_transaction_read_only=on') : bytes)
        if (isChange) isFirst = false
      })
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
    get isStandby() {
      return isStandby
    },
    set isStandby(next) {
      isStandby = next
    },
    close: async () => {
      mode = 'refuse'
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
