import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { pileKey, type Pile } from './building.ts'
import { itemById } from './catalogue.ts'
import { toText, type Floor, type Person, type Reply, type Row } from './floor.ts'

const everything = 999_999_999

/** Serials that the station keeps for a person and task, until their target is scanned. */
export type KeptScans = Map<string, { readonly person: string; readonly task: string }>

interface Refill {
  readonly person: Person
  readonly task: string
  readonly pile: Pile
  readonly to: string
  /** Quantity of the task that is not refilled yet, in thousandths. */
  readonly rest: number
}

/** Scans of the pieces of one refill. */
export class RefillScans {
  readonly #floor: Floor
  readonly #kept: KeptScans
  readonly #refill: Refill

  constructor(floor: Floor, kept: KeptScans, refill: Refill) {
    this.#floor = floor
    this.#kept = kept
    this.#refill = refill
  }

  /**
   * Scans the pieces one by one. A piece recorded elsewhere ends the refill. Pieces that the same
   * person scanned for the task and left are still counted by the station.
   */
  async scan(serials: readonly string[]): Promise<boolean> {
    const { person, task, pile, rest } = this.#refill
    const before = this.counted()
    for (const serial of serials) {
      const counted = this.counted()
      const isCounted = before.includes(serial)
      const response = await this.#send(serial)
      if (response.isDone) {
        const number = toText(response.rows[0]?.['TASK_NO'])
        if (isCounted && number === task) this.#find(serial, 'was counted twice')
        this.#kept.set(serial, { person: person.name, task: number })
        // If the task has been cancelled, the station chooses another one of the same stock.
        if (number === task) continue
        await this.#undo(serial)
        return false
      }
      if (isCounted && response.text.includes(serialTexts.scanned.ko)) continue
      const isFull = counted.length * itemById(pile.item).piece >= rest
      const isBooked = this.#floor.building.bookedSerials(pileKey(pile)).includes(serial)
      if (isBooked && !isFull) this.#find(serial, response.text)
      await this.putBack()
      return false
    }
    return true
  }

  /** Serials that the scan of the target moves: those scanned for the task and not moved since. */
  counted(): string[] {
    const { person, task, pile } = this.#refill
    const booked = new Set(this.#floor.building.bookedSerials(pileKey(pile)))
    return [...this.#kept].flatMap(([serial, scan]) =>
      scan.person === person.name && scan.task === task && booked.has(serial) ? [serial] : [],
    )
  }

  /** After a refill, the station keeps no scans of its task. */
  finish(): void {
    for (const [serial, { task }] of this.#kept) {
      if (task === this.#refill.task) this.#kept.delete(serial)
    }
  }

  /** Puts the scanned pieces back and undoes their scans. Some people forget that. */
  async putBack(): Promise<void> {
    const { person } = this.#refill
    const counted = this.counted()
    if (
      counted.length === 0 ||
      this.#floor.makesMistake(person, 'left the scanned pieces of a refill')
    )
      return
    for (const serial of counted) await this.#undo(serial)
  }

  async #undo(serial: string): Promise<void> {
    const response = await this.#send(serial, { QTY: -everything })
    if (response.isDone) this.#kept.delete(serial)
    else this.#find(serial, `was not put back: ${response.text}`)
  }

  #send(serial: string, extra: Row = {}): Promise<Reply> {
    const { person, pile, to } = this.#refill
    const code = person.dice.chance(0.7)
      ? { CODE: serial }
      : { CODE: itemById(pile.item).code, SERIAL_NO: serial }
    const row = { FROM_CELL_CD: pile.place, TO_CELL_CD: to, QTY: everything, ...code, ...extra }
    return this.#floor.save(person, 'W01', 'inventory/replenish-scan', [row])
  }

  #find(serial: string, text: string): void {
    const { pile } = this.#refill
    this.#floor.find('SERIAL', `${serial} at ${pile.place}: ${text}`, pileKey(pile))
  }
}
