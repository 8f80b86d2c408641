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
  readonly #lists = new Map<string, readonly CodeEntry[]>()
  /** Number of the reload that fetched each list. */
  readonly #versions = new Map<string, number>()
  #version = 0
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
    const wanted = [...new Set(names)].filter((name) => !this.#isCurrent(name))
    for (const name of wanted) {
      if (this.#asked.has(name)) continue
      this.#waiting.add(name)
      this.#batch ??= Promise.resolve().then(() => this.#fetch())
      this.#asked.set(name, this.#batch)
    }
    await Promise.all(wanted.map((name) => this.#asked.get(name) ?? Promise.resolve()))
  }

  /**
   * Loads all lists again, for example in another language. The previous names are shown until the
   * new ones arrive, because grids would otherwise show codes.
   */
  async reload(): Promise<void> {
    const names = [...this.#lists.keys(), ...this.#asked.keys()]
    this.#version += 1
    this.#asked = new Map()
    await this.load(names)
  }

  clear(): void {
    this.#version += 1
    this.#lists.clear()
    this.#versions.clear()
    this.#asked = new Map()
    this.#listeners.call()
  }

  #isCurrent(name: string): boolean {
    return this.#versions.get(name) === this.#version
  }

  #set(name: string, entries: readonly CodeEntry[], version: number): void {
    // Responses can overtake each other.
    if (version < (this.#versions.get(name) ?? 0)) return
    this.#lists.set(name, entries)
    this.#versions.set(name, version)
  }

  async #fetch(): Promise<void> {
    const version = this.#version
    const names = [...this.#waiting]
    this.#waiting.clear()
    this.#batch = undefined
    try {
      const body = { CODES: names }
      const path = '/api/code/selectCommonCode'
      const { data } = await call<{ data: Lists }>(path, body, { quiet: true })
      for (const name of names) this.#set(name, data[name] ?? [], version)
      this.#listeners.call()
    } catch {
      // A failed code list leaves codes unresolved or its previous names (spec §8). Grids still
      // load.
      if (version === this.#version) for (const name of names) this.#asked.delete(name)
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
