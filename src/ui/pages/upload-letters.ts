import type { Value } from '#kernel/field.ts'
import type { SheetMapping } from '#kernel/sheet-mapping.ts'
import type { SavedMapping, UploadCalls } from './upload-calls.ts'

/** The column letters an owner uses on a screen, kept on the server from one file to the next. */
export class OwnerLetters {
  readonly #calls: UploadCalls
  readonly #isKept: boolean
  #owner: string | undefined
  #saved: SavedMapping | undefined

  constructor(calls: UploadCalls, isKept: boolean) {
    this.#calls = calls
    this.#isKept = isKept
  }

  get mapping(): SheetMapping | undefined {
    return this.#saved?.mapping
  }

  /** Fetches the letters of an owner. Without an answer there are none; titles still propose some. */
  async load(owner: Value | undefined): Promise<void> {
    if (!this.#isKept || typeof owner !== 'string' || owner === '') {
      this.#owner = undefined
      this.#saved = undefined
      return
    }
    if (owner === this.#owner) return
    this.#owner = owner
    this.#saved = undefined
    try {
      const saved = await this.#calls.loadMapping(owner)
      // Another owner may have been chosen while the answer was on its way.
      if (this.#owner === owner) this.#saved = saved
    } catch {
      this.#owner = undefined
    }
  }

  /** Keeps the letters used if they differ from the kept ones. Throws CallError. */
  async keep(mapping: SheetMapping): Promise<void> {
    const owner = this.#owner
    if (owner === undefined || sameLetters(this.#saved?.mapping, mapping)) return
    await this.#calls.saveMapping(owner, mapping, this.#saved?.version ?? null)
    this.#owner = undefined
    await this.load(owner)
  }
}

function sameLetters(left: SheetMapping | undefined, right: SheetMapping): boolean {
  const filled = (mapping: SheetMapping) =>
    Object.entries(mapping)
      .filter(([, letters]) => letters !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
  return left !== undefined && JSON.stringify(filled(left)) === JSON.stringify(filled(right))
}
