import type { Value } from '#kernel/field.ts'
import {
  relocatedMapping,
  titlesOf,
  type SheetMapping,
  type TitleCells,
} from '#kernel/sheet-mapping.ts'
import type { SavedMapping, UploadCalls } from './upload-calls.ts'

/**
 * The columns of a screen's sheets, kept from one file to the next: an owner's own letters on the
 * screens that are made for them, elsewhere what this user named for the owner's sheets last.
 */
export class SheetLetters {
  readonly #calls: UploadCalls
  readonly #ofOwner: boolean
  #owner: string | undefined
  #saved: SavedMapping | undefined

  constructor(calls: UploadCalls, ofOwner: boolean) {
    this.#calls = calls
    this.#ofOwner = ofOwner
  }

  /** The kept letters for a sheet with these titles; a column that moved is found by its title. */
  mappingFor(titles: TitleCells): SheetMapping | undefined {
    if (!this.#saved) return undefined
    const { mapping, titles: kept = {} } = this.#saved
    return relocatedMapping(mapping, kept, titles)
  }

  /** Fetches the letters for an owner. Without an answer there are none; titles still propose some. */
  async load(owner: Value | undefined): Promise<void> {
    const wanted = typeof owner === 'string' ? owner : ''
    if (this.#ofOwner && wanted === '') {
      this.#owner = undefined
      this.#saved = undefined
      return
    }
    if (wanted === this.#owner) return
    this.#owner = wanted
    this.#saved = undefined
    try {
      const saved = await this.#calls.loadMapping(wanted)
      // Another owner may have been chosen while the answer was on its way.
      if (this.#owner === wanted) this.#saved = saved
    } catch {
      this.#owner = undefined
    }
  }

  /** Keeps the letters used if they differ from the kept ones. Throws CallError. */
  async keep(mapping: SheetMapping, cells: TitleCells): Promise<void> {
    const owner = this.#owner
    if (owner === undefined || sameLetters(this.#saved?.mapping, mapping)) return
    const version = this.#saved?.version ?? null
    await this.#calls.saveMapping(owner, { mapping, titles: titlesOf(mapping, cells), version })
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
