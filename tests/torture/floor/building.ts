/** Quantities are integers in thousandths of a base unit. */
export interface Pile {
  /** Warehouse, or `TRANSIT` between warehouses. */
  readonly wcode: string
  /**
   * A cell, `@` with the shipment for picked pieces, or `~` with the transit number for sent
   * pieces.
   */
  readonly place: string
  /** Owner and item code. */
  readonly item: string
  readonly lot: string
  readonly valid: string
  readonly condition: string
  /** Pallet or box number, empty if loose. */
  readonly unit: string
}

export const pileKey = (pile: Pile): string =>
  [pile.wcode, pile.place, pile.item, pile.lot, pile.valid, pile.condition, pile.unit].join('|')

export function getPile(key: string): Pile {
  const [wcode = '', place = '', item = '', lot = '', valid = '', condition = '', unit = ''] =
    key.split('|')
  return { wcode, place, item, lot, valid, condition, unit }
}

export interface Cause {
  readonly step: number
  readonly text: string
}

interface BuildingAction {
  readonly text: string
  readonly step: number
  readonly keys: Set<string>
  readonly causes: Set<string>
}

/** Notified when pieces reach or leave a pile, to know which of them a counter has seen. */
export type Watcher = (key: string, change: number) => void

const traceLength = 14

/**
 * The actual shelves, and what the books must show after everything that was keyed. Both are
 * updated by plain addition. They differ only where a person made a mistake, which is logged with
 * its cause.
 */
export class Building {
  readonly #real = new Map<string, number>()
  readonly #booked = new Map<string, number>()
  readonly #serials = new Map<string, string[]>()
  /**
   * Serials of items that require them at every posting, with the pile in which the books must show
   * them.
   */
  readonly #bookedSerials = new Map<string, string>()
  readonly #causes = new Map<string, Cause[]>()
  readonly #deviations = new Map<string, number>()
  readonly #traces = new Map<string, string[]>()
  readonly #watchers: Watcher[] = []
  #acts: BuildingAction[] = []

  real(key: string): number {
    return this.#real.get(key) ?? 0
  }

  booked(key: string): number {
    return this.#booked.get(key) ?? 0
  }

  deviation(key: string): number {
    return this.real(key) - this.booked(key)
  }

  causes(key: string): readonly Cause[] {
    return this.#causes.get(key) ?? []
  }

  serials(key: string): readonly string[] {
    return this.#serials.get(key) ?? []
  }

  /** Serial numbers that the books must show in the pile. */
  bookedSerials(key: string): string[] {
    return [...this.#bookedSerials].flatMap(([serial, at]) => (at === key ? [serial] : []))
  }

  bookedPlaces(): ReadonlyMap<string, string> {
    return this.#bookedSerials
  }

  bookSerials(to: string | null, serials: readonly string[]): void {
    for (const serial of serials) {
      if (to === null) this.#bookedSerials.delete(serial)
      else this.#bookedSerials.set(serial, to)
    }
  }

  /** Latest actions at the place or pile whose key starts with this text. */
  trace(start: string): string[] {
    const lines = [...this.#traces].flatMap(([key, trace]) =>
      key.startsWith(start) || start.startsWith(`${key}|`) ? trace : [],
    )
    const unique = [...new Set(lines)]
    const stepNumber = (line: string): number => Number.parseInt(line, 10)
    return unique.toSorted((a, b) => stepNumber(a) - stepNumber(b)).slice(-traceLength)
  }

  /** Non-empty piles of a warehouse, limited to a place if given. */
  piles(wcode: string, place?: string): Pile[] {
    const start = place === undefined ? `${wcode}|` : `${wcode}|${place}|`
    return [...this.#real].flatMap(([key, qty]) =>
      qty > 0 && key.startsWith(start) ? [getPile(key)] : [],
    )
  }

  keys(): Set<string> {
    return new Set([...this.#real.keys(), ...this.#booked.keys()])
  }

  watch(watcher: Watcher): void {
    this.#watchers.push(watcher)
  }

  begin(step: number, text: string): PersonAction {
    const act: BuildingAction = { step, text, keys: new Set(), causes: new Set() }
    this.#acts.push(act)
    return new PersonAction(this, act)
  }

  change(kind: 'real' | 'booked', key: string, qty: number): void {
    const map = kind === 'real' ? this.#real : this.#booked
    const remaining = (map.get(key) ?? 0) + qty
    if (kind === 'real' && remaining < 0)
      throw new Error(`judge: ${remaining} pieces left in ${key}`)
    if (remaining === 0) map.delete(key)
    else map.set(key, remaining)
    if (kind === 'real') for (const watcher of this.#watchers) watcher(key, qty)
  }

  moveSerials(from: string | null, to: string | null, serials: readonly string[]): void {
    if (from !== null) {
      const remaining = this.serials(from).filter((serial) => !serials.includes(serial))
      if (remaining.length > 0) this.#serials.set(from, remaining)
      else this.#serials.delete(from)
    }
    if (to !== null) this.#serials.set(to, [...this.serials(to), ...serials])
  }

  /**
   * Attributes every new deviation of the finished actions to the mistakes made in them, or to the
   * causes known for the piles that the pieces came from.
   */
  settle(): void {
    for (const act of this.#acts) this.#note(act)
    const touched = new Set(this.#acts.flatMap((act) => [...act.keys]))
    const inherited = new Map<string, Set<string>>()
    for (const act of this.#acts) {
      const texts = [...act.keys].flatMap((key) => this.causes(key).map(({ text }) => text))
      for (const key of act.keys) {
        const causes = inherited.get(key) ?? new Set()
        for (const text of [...act.causes, ...texts]) causes.add(text)
        inherited.set(key, causes)
      }
    }
    const step = this.#acts.at(-1)?.step ?? 0
    this.#acts = []
    for (const key of touched) {
      const now = this.deviation(key)
      if (now === (this.#deviations.get(key) ?? 0)) continue
      if (now === 0) {
        this.#deviations.delete(key)
        this.#causes.delete(key)
        continue
      }
      const texts = inherited.get(key) ?? new Set()
      if (texts.size === 0) {
        const trace = this.trace(key).join('\n')
        throw new Error(`judge: ${key} deviates by ${now} without a cause\n${trace}`)
      }
      this.#deviations.set(key, now)
      this.#causes.set(
        key,
        [...texts].slice(-6).map((text) => ({ step, text })),
      )
    }
  }

  #note({ text, step, keys }: BuildingAction): void {
    for (const place of new Set([...keys].map(itemKey))) {
      const lines = this.#traces.get(place) ?? []
      lines.push(`${step} ${text}`)
      if (lines.length > traceLength) lines.shift()
      this.#traces.set(place, lines)
    }
  }

  /**
   * Every difference between shelves and books that a person caused and that no count has removed
   * yet.
   */
  deviations(): { key: string; qty: number; causes: readonly Cause[] }[] {
    return [...this.#deviations].map(([key, qty]) => ({ key, qty, causes: this.causes(key) }))
  }
}

/** Place and item of a pile. Actions with the same place and item form one trace. */
const itemKey = (key: string): string => key.split('|', 3).join('|')

export const placeKey = (key: string): string => key.split('|', 2).join('|')

/** One action of one person. */
export class PersonAction {
  readonly #building: Building
  readonly #act: BuildingAction

  constructor(building: Building, act: BuildingAction) {
    this.#building = building
    this.#act = act
  }

  /**
   * Carries pieces from one pile to another, where null is outside the building. Returns the serial
   * numbers carried.
   */
  carry(
    from: string | null,
    to: string | null,
    qty: number,
    serials: readonly string[] = from === null
      ? []
      : this.#building.serials(from).slice(0, qty / 1000),
  ): readonly string[] {
    if (qty === 0) return []
    for (const key of [from, to]) if (key !== null) this.#act.keys.add(key)
    if (from !== null) this.#building.change('real', from, -qty)
    if (to !== null) this.#building.change('real', to, qty)
    this.#building.moveSerials(from, to, serials)
    return serials
  }

  /**
   * Records what the books must show after an accepted save. Serial numbers that were not keyed
   * move with a pile that is moved completely.
   */
  book(from: string | null, to: string | null, qty: number, serials?: readonly string[]): void {
    if (qty === 0) return
    const source = qty < 0 ? to : from
    const isAll = source !== null && this.#building.booked(source) === Math.abs(qty)
    const named = serials ?? (isAll ? this.#building.bookedSerials(source) : [])
    this.#building.bookSerials(qty < 0 ? from : to, named)
    for (const key of [from, to]) if (key !== null) this.#act.keys.add(key)
    if (from !== null) this.#building.change('booked', from, -qty)
    if (to !== null) this.#building.change('booked', to, qty)
  }

  /** Adds the action to the trace of a place whose quantity it does not change. */
  touch(key: string): void {
    this.#act.keys.add(key)
  }

  /** Records a human error, or a finding, as the cause of the deviations of this action. */
  mistake(text: string): void {
    this.#act.causes.add(`${text} (step ${this.#act.step})`)
  }
}
