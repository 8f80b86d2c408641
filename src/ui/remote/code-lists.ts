import { Listeners } from '#ui/base/listeners.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from './api.ts'

export interface CodeEntry {
  readonly CODE: string
  readonly NAME: string
}

type Lists = Readonly<Record<string, readonly CodeEntry[]>>

/** Cache of code lists by name. Lists requested together are loaded in one call. */
class CodeLists {
  #lists = new Map<string, readonly CodeEntry[]>()
  #asked = new Map<string, Promise<void>>()
  #waiting = new Set<string>()
  #batch: Promise<void> | undefined
  readonly #listeners = new Listeners()
  readonly subscribe = this.#listeners.add

  get(name: string): readonly CodeEntry[] | undefined {
    return this.#lists.get(name)
  }

  /** Resolves when all lists are loaded. Failed lists are requested again next time. */
  async load(names: Iterable<string>): Promise<void> {
    const wanted = [...new Set(names)].filter((name) => !this.#lists.has(name))
    for (const name of wanted) {
      if (this.#asked.has(name)) continue
      this.#waiting.add(name)
      this.#batch ??= Promise.resolve().then(() => this.#fetch())
      this.#asked.set(name, this.#batch)
    }
    await Promise.all(wanted.map((name) => this.#asked.get(name) ?? Promise.resolve()))
  }

  /** Clears all lists, because their names are in the session's language. */
  clear(): void {
    this.#lists = new Map()
    this.#asked = new Map()
    this.#listeners.call()
  }

  async #fetch(): Promise<void> {
    const names = [...this.#waiting]
    this.#waiting.clear()
    this.#batch = undefined
    try {
      const body = { CODES: names }
      const path = '/api/code/selectCommonCode'
      const { data } = await call<{ data: Lists }>(path, body, { quiet: true })
      for (const name of names) this.#lists.set(name, data[name] ?? [])
      this.#listeners.call()
    } catch {
      // A failed code list leaves codes unresolved (spec §8). Grids still load.
      for (const name of names) this.#asked.delete(name)
    }
  }
}

export const codeLists = new CodeLists()

const none: readonly CodeEntry[] = []

export function useCodeList(name: string | undefined): readonly CodeEntry[] {
  useEffect(() => {
    if (name !== undefined) void codeLists.load([name])
  }, [name])
  return useSyncExternalStore(codeLists.subscribe, () =>
    name === undefined ? none : (codeLists.get(name) ?? none),
  )
}
