import { Listeners } from '#ui/base/listeners.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from './api.ts'

/** One entry of a code list. */
export interface CodeEntry {
  readonly CODE: string
  readonly NAME: string
}

type Lists = Readonly<Record<string, readonly CodeEntry[]>>

/** Code lists by name, asked for once and kept; lists asked for together travel in one call. */
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

  /** Resolves when every list is here. A list that could not be had is asked for again next time. */
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

  /** Forgets every list: their names are in the language of the session. */
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
      // A code list that fails leaves the codes standing as they are (spec §8); grids still load.
      for (const name of names) this.#asked.delete(name)
    }
  }
}

export const codeLists = new CodeLists()

const none: readonly CodeEntry[] = []

/** The entries of a list, empty until they have come. */
export function useCodeList(name: string | undefined): readonly CodeEntry[] {
  useEffect(() => {
    if (name !== undefined) void codeLists.load([name])
  }, [name])
  return useSyncExternalStore(codeLists.subscribe, () =>
    name === undefined ? none : (codeLists.get(name) ?? none),
  )
}
