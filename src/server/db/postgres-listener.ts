import pg from 'pg'
import type { Notice } from './database.ts'
import { toStoreError } from './postgres-error.ts'
import type { PostgresHosts } from './postgres-hosts.ts'

const reconnectMs = { first: 100, most: 5_000 }
const closeTimeoutMs = 1_000

export class PostgresListener {
  #config: pg.ClientConfig
  #hosts: PostgresHosts
  #listeners = new Map<string, Set<(payload: string) => void>>()
  #client: Promise<pg.Client> | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(config: pg.ClientConfig, hosts: PostgresHosts) {
    this.#hosts = hosts
    this.#config = {
      ...config,
      application_name: 'warehouse-terminal listener',
      // PostgreSQL commits notifying transactions one at a time, so they must not wait for a disk
      // or a standby. Losing a notice does no harm.
      options: `${config.options ?? ''} -c synchronous_commit=off`,
    }
  }

  /** Connects to the first reachable host, trying each host once. */
  async #connect(): Promise<pg.Client> {
    for (let tries = 1; ; tries += 1) {
      const { round } = this.#hosts
      try {
        return await this.#connectOnce()
      } catch (error) {
        this.#hosts.skip(round)
        if (tries >= this.#hosts.count) throw error
      }
    }
  }

  async #connectOnce(): Promise<pg.Client> {
    const Client = this.#hosts.clientClass()
    const client = new Client(this.#config)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
    })
    // No handling needed: every error also ends the connection.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await this.#hosts.assertRole(client, 'primary')
      for (const channel of this.#listeners.keys()) {
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      }
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
    client.on('end', () => this.#handleDisconnect(client))
    return client
  }

  #connectedClient(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  #handleDisconnect(client: pg.Client): void {
    client.removeAllListeners('end')
    this.#client = undefined
    if (!this.#closed && this.#listeners.size > 0) this.#scheduleReconnect(reconnectMs.first)
  }

  #scheduleReconnect(waitMs: number): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      this.#connectedClient().catch(() => {
        this.#client = undefined
        if (!this.#closed) this.#scheduleReconnect(Math.min(waitMs * 2, reconnectMs.most))
      })
    }, waitMs)
    this.#retry.unref()
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners)
    listeners.add(listener)
    try {
      await this.#send('listen', channel)
    } catch (error) {
      listeners.delete(listener)
      throw error
    }
    return async () => {
      listeners.delete(listener)
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return
      this.#listeners.delete(channel)
      // A lost connection no longer listens.
      if (this.#client) await this.#send('unlisten', channel).catch(() => undefined)
    }
  }

  #send(command: 'listen' | 'unlisten', channel: string): Promise<void> {
    return this.#run(`${command} ${pg.escapeIdentifier(channel)}`)
  }

  /** A failed connection is closed: its later responses would arrive for other statements. */
  async #run(text: string, values?: readonly unknown[]): Promise<void> {
    let client: pg.Client | undefined
    try {
      client = await this.#connectedClient()
      await client.query(text, values && [...values])
    } catch (error) {
      if (client) client.connection.stream.destroy()
      else this.#client = undefined
      throw toStoreError(error)
    }
  }

  async send(notices: readonly Notice[]): Promise<void> {
    const channels = notices.map(({ channel }) => channel)
    const payloads = notices.map(({ payload }) => payload)
    await this.#run(
      'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) n (channel, payload)',
      [channels, payloads],
    )
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    const client = await this.#client?.catch(() => undefined)
    if (!client) return
    const cut = setTimeout(() => client.connection.stream.destroy(), closeTimeoutMs)
    await client.end()
    clearTimeout(cut)
  }
}
