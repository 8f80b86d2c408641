/** By which reading of the query an entry was found. */
export type Via = 'label' | 'chosung' | 'layout' | 'code' | 'fuzzy'

const vias: readonly Via[] = ['label', 'chosung', 'layout', 'code', 'fuzzy']

export interface Find {
  readonly entry: number
  readonly score: number
  readonly via: Via
}

/** Most a boost can add. */
const largestBoost = 100

/** The best find of each entry so far, in typed arrays that are used again for each search. */
export class FindBoard {
  readonly #scores: Int16Array
  readonly #vias: Uint8Array
  readonly #found: Int32Array
  #count = 0

  constructor(entryCount: number) {
    this.#scores = new Int16Array(entryCount)
    this.#vias = new Uint8Array(entryCount)
    this.#found = new Int32Array(entryCount)
  }

  get count(): number {
    return this.#count
  }

  clear(): void {
    for (let index = 0; index < this.#count; index += 1) this.#scores[this.#found[index] ?? 0] = 0
    this.#count = 0
  }

  /** 0 for an entry not found. */
  scoreOf(entry: number): number {
    return this.#scores[entry] ?? 0
  }

  offer(entry: number, score: number, via: Via): void {
    const known = this.#scores[entry] ?? 0
    if (score <= known) return
    if (known === 0) {
      this.#found[this.#count] = entry
      this.#count += 1
    }
    this.#scores[entry] = score
    this.#vias[entry] = vias.indexOf(via)
  }

  hasAbove(score: number): boolean {
    for (let index = 0; index < this.#count; index += 1) {
      if (this.scoreOf(this.#found[index] ?? 0) >= score) return true
    }
    return false
  }

  /**
   * The best finds in order, equal ones in the order of the entries. `boost` is asked only for an
   * entry it could still lift into the list.
   */
  best(limit: number, boost: ((entry: number) => number) | undefined): Find[] {
    const top: Find[] = []
    let worst = Number.NEGATIVE_INFINITY
    for (let index = 0; index < this.#count; index += 1) {
      const entry = this.#found[index] ?? 0
      let score = this.scoreOf(entry)
      if (score + (boost ? largestBoost : 0) < worst) continue
      score += boost ? Math.min(Math.max(boost(entry), 0), largestBoost) : 0
      if (score < worst) continue
      const find = { entry, score, via: vias[this.#vias[entry] ?? 0] ?? 'label' }
      insert(top, find)
      if (top.length > limit) top.pop()
      if (top.length === limit) worst = top.at(-1)?.score ?? worst
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
