import pg from 'pg'
import { StoreRestartingError } from './database-error.ts'

/** Splits `postgresql://user@first:5432,second:5432/name` into one address per host. */
function addresses(url: string): string[] {
  const [, start = '', hosts = '', end = ''] =
    /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${end}`) : [url]
}

/**
 * Hosts of a database, one of which accepts writes. Tries the hosts in turn. When the current host
 * fails or becomes read-only, a new round starts, and connections of earlier rounds are replaced.
 */
export class PostgresHosts {
  readonly #addresses: readonly string[]
  readonly #rounds = new WeakMap<pg.ClientBase, number>()
  #round = 0

  constructor(url: string) {
    this.#addresses = addresses(url)
  }

  get count(): number {
    return this.#addresses.length
  }

  get round(): number {
    return this.#round
  }

  get address(): string {
    return this.#addresses[this.#round % this.count] ?? ''
  }

  /**
   * Returns a class whose connections lead to the host that is current when they are opened.
   * @param override configuration that is known only at that time.
   */
  clientClass(override: () => object = () => ({})): typeof pg.Client {
    const address = () => this.address
    const recordRound = (client: pg.ClientBase) => void this.#rounds.set(client, this.#round)
    return class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, ...override(), connectionString: address() })
        recordRound(this)
      }
    }
  }

  findRound(client: pg.ClientBase): number {
    return this.#rounds.get(client) ?? this.#round
  }

  isCurrent(client: pg.ClientBase): boolean {
    return this.findRound(client) === this.#round
  }

  /** Moves to the next host if there is one. */
  skip(round: number): void {
    if (this.count > 1) this.leave(round)
  }

  /**
   * Starts a new round, unless another connection of this round already has. Applies to a single
   * host too, because its address can now lead to another server.
   */
  leave(round: number): void {
    if (round === this.#round) this.#round += 1
  }

  /**
   * Throws StoreRestartingError if one of several hosts accepts no writes, or if it does and a
   * standby is wanted.
   */
  async assertRole(client: pg.ClientBase, wanted: 'primary' | 'standby'): Promise<void> {
    if (this.count === 1) return
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    )
    const found = rows[0]?.transaction_read_only === 'on' ? 'standby' : 'primary'
    if (found !== wanted) throw new StoreRestartingError(`the database host is a ${found}`)
  }
}
