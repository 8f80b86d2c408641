/** By which reading of the query an entry was found. */
export type Via = 'label' | 'chosung' | 'layout' | 'code' | 'fuzzy'

const vias: readonly Via[] = ['label', 'chosung', 'layout', 'code', 'fuzzy']

export interface Find {
  readonly entry: number
  readonly score: number
  readonly via: Via
}

/** No score is higher, before what a user's habits add. */
const scoreMax = 1000
/** More than any habit adds. */
const wholeLift = 200

/**
 * The best find of each entry so far, in typed arrays that are used again for each search. It knows
 * the worst score that could still be shown: what cannot reach it need not be looked at.
 */
export class FindBoard {
  readonly #scores: Int16Array
  readonly #vias: Uint8Array
  readonly #found: Int32Array
  readonly #lifts: Int16Array
  readonly #counts = new Int32Array(scoreMax + 1)
  /** The last entry that was ever found with each score. */
  readonly #lastAt = new Int32Array(scoreMax + 1)
  #lifted: readonly number[] = []
  #count = 0
  #limit = 1
  /** As many finds as are shown have at least this score; so many have more. */
  #floor = 0
  #above = 0
  /** The last entry found with at least the floor; undefined until somebody asks. */
  #lastShown: number | undefined

  constructor(entryCount: number) {
    this.#scores = new Int16Array(entryCount)
    this.#vias = new Uint8Array(entryCount)
    this.#found = new Int32Array(entryCount)
    this.#lifts = new Int16Array(entryCount)
  }

  get count(): number {
    return this.#count
  }

  /** Begins a search that shows so many finds; `lifts` adds to the score of some entries. */
  start(limit: number, lifts: ReadonlyMap<number, number>): void {
    for (let index = 0; index < this.#count; index += 1) this.#scores[this.#found[index] ?? 0] = 0
    for (const entry of this.#lifted) this.#lifts[entry] = 0
    this.#lifted = [...lifts.keys()]
    for (const [entry, lift] of lifts) this.#lifts[entry] = lift
    this.#counts.fill(0)
    this.#lastAt.fill(-1)
    this.#lastShown = undefined
    this.#count = 0
    this.#limit = Math.max(limit, 1)
    this.#floor = 0
    this.#above = 0
  }

  /** 0 for an entry not found. */
  scoreOf(entry: number): number {
    return this.#scores[entry] ?? 0
  }

  /** Whether a find of at most this score would change nothing that is shown. */
  isVain(entry: number, scoreMost: number): boolean {
    if (scoreMost <= (this.#scores[entry] ?? 0)) return true
    if (scoreMost > this.#floor || this.#lifts[entry] !== 0) return false
    // Of equal finds the earlier entry is shown.
    return scoreMost < this.#floor || (this.#floor > 0 && entry > this.#lastOfShown())
  }

  /** Whether such a find would change nothing for any of these entries, which ascend. */
  areVain(entries: Int32Array, from: number, end: number, scoreMost: number): boolean {
    for (let at = from; at < end; at += 1) {
      const entry = entries[at] ?? 0
      if (!this.isVain(entry, scoreMost)) return false
      if (this.areVainFrom(entry, scoreMost)) return true
    }
    return true
  }

  /** Whether such a find would change nothing for this entry and all that come after it. */
  areVainFrom(entry: number, scoreMost: number): boolean {
    if (scoreMost <= 0) return true
    if (scoreMost > this.#floor || this.#lifted.length > 0) return false
    return scoreMost < this.#floor || entry > this.#lastOfShown()
  }

  #lastOfShown(): number {
    if (this.#lastShown === undefined) {
      this.#lastShown = -1
      for (let score = this.#floor; score <= scoreMax; score += 1) {
        this.#lastShown = Math.max(this.#lastShown, this.#lastAt[score] ?? -1)
      }
    }
    return this.#lastShown
  }

  offer(entry: number, score: number, via: Via): void {
    const known = this.#scores[entry] ?? 0
    if (score <= known) return
    if (known === 0) {
      this.#found[this.#count] = entry
      this.#count += 1
    } else this.#counts[known] = (this.#counts[known] ?? 0) - 1
    this.#scores[entry] = score
    this.#vias[entry] = vias.indexOf(via)
    this.#counts[score] = (this.#counts[score] ?? 0) + 1
    this.#lastAt[score] = Math.max(this.#lastAt[score] ?? -1, entry)
    if (score >= this.#floor && this.#lastShown !== undefined) {
      this.#lastShown = Math.max(this.#lastShown, entry)
    }
    if (score > this.#floor && known <= this.#floor) this.#raise()
  }

  #raise(): void {
    this.#above += 1
    while (this.#above >= this.#limit) {
      this.#floor += 1
      this.#lastShown = undefined
      this.#above -= this.#counts[this.#floor] ?? 0
    }
  }

  hasAbove(score: number): boolean {
    for (let index = 0; index < this.#count; index += 1) {
      if (this.scoreOf(this.#found[index] ?? 0) >= score) return true
    }
    return false
  }

  /** The best finds in order, equal ones in the order of the entries. */
  best(): Find[] {
    const top: Find[] = []
    let worst = Number.NEGATIVE_INFINITY
    let last = Number.POSITIVE_INFINITY
    for (let index = 0; index < this.#count; index += 1) {
      const entry = this.#found[index] ?? 0
      const bare = this.scoreOf(entry)
      // Whatever the habits are, a code typed whole means that code.
      const score = bare + (bare === scoreMax ? wholeLift : (this.#lifts[entry] ?? 0))
      if (score < worst || (score === worst && entry > last)) continue
      const find = { entry, score, via: vias[this.#vias[entry] ?? 0] ?? 'label' }
      insert(top, find)
      if (top.length > this.#limit) top.pop()
      const lowest = top.length === this.#limit ? top.at(-1) : undefined
      if (lowest) ({ score: worst, entry: last } = lowest)
    }
    return top
  }
}

/** Binary insertion: better score first, then earlier entry. */
function insert(top: Find[], find: Find): void {
  let low = 0
  let high = top.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = top[middle]
    const after =
      other &&
      (other.score > find.score || (other.score === find.score && other.entry < find.entry))
    if (after) low = middle + 1
    else high = middle
  }
  top.splice(low, 0, find)
}
