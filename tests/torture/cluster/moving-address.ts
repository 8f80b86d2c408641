import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

/**
 * Network to a database. `hold` delays the bytes until the network passes data again, as in a short
 * outage. `lose` drops them, and affected connections never recover.
 */
export type Passage = 'pass' | 'hold' | 'lose'

/** An address that leads to one port after another, through a network that can fail. */
export class MovingAddress {
  readonly #pairs = new Set<{ readonly near: Socket; readonly far: Socket; isLost: boolean }>()
  readonly #server = net.createServer((near) => this.#connect(near))
  #target: number
  #passage: Passage = 'pass'

  private constructor(target: number) {
    this.#target = target
  }

  static async open(target: number): Promise<MovingAddress> {
    const address = new MovingAddress(target)
    address.#server.listen(0, '127.0.0.1')
    await once(address.#server, 'listening')
    return address
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  #connect(near: Socket): void {
    const far = net.connect(this.#target, '127.0.0.1')
    const pair = { near, far, isLost: this.#passage === 'lose' }
    this.#pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      if (this.#passage === 'hold') from.pause()
      from.on('data', (bytes: Buffer) => {
        if (!pair.isLost) to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        // A lost connection must not report its end.
        if (!pair.isLost) to.destroy()
        if (near.destroyed && far.destroyed) this.#pairs.delete(pair)
      })
    }
  }

  set passage(passage: Passage) {
    this.#passage = passage
    for (const pair of this.#pairs) {
      if (passage === 'lose') pair.isLost = true
      for (const socket of [pair.near, pair.far]) {
        if (passage === 'hold') socket.pause()
        else socket.resume()
      }
    }
  }

  #cut(): void {
    for (const { near, far } of this.#pairs) {
      near.destroy()
      far.destroy()
    }
  }

  moveTo(target: number): void {
    this.#target = target
    this.#cut()
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#cut()
    await closed
  }
}
