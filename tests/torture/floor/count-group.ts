import { pileKey, getPile, type Building } from './building.ts'
import type { Dice } from './dice.ts'

/** Pieces with the same code in a cell. A counter cannot tell their pallets apart. */
export interface CountGroup {
  readonly id: string
  readonly wcode: string
  readonly cell: string
  readonly item: string
  readonly lot: string
  readonly valid: string
  readonly isDamaged: boolean
  /** Number of pieces the counter has not seen yet. */
  left: number
  /** Value of `left` after the previous scan. */
  leftAfterScan: number
  /** Pieces keyed in addition to those seen, by mistake. */
  extra: number
  /** Shelf quantity minus booked quantity at the last scan. */
  deviation: number
  /** Booked quantity in the cell at the last scan. */
  booked: number
  isBegun: boolean
  isDone: boolean
  isSkipped: boolean
  /** Pieces moved between the first and the last scan. */
  hasMoved: boolean
  isJudged: boolean
}

export function getGroupId(key: string): string {
  const { wcode, place, item, lot, valid, condition } = getPile(key)
  return [wcode, place, item, lot, valid, condition === 'DAMAGED' ? 'DAMAGED' : ''].join('|')
}

export function newGroup(id: string): CountGroup {
  const [wcode = '', cell = '', item = '', lot = '', valid = '', damaged = ''] = id.split('|')
  return {
    id,
    wcode,
    cell,
    item,
    lot,
    valid,
    isDamaged: damaged !== '',
    left: 0,
    leftAfterScan: 0,
    extra: 0,
    deviation: 0,
    booked: 0,
    isBegun: false,
    isDone: false,
    isSkipped: false,
    hasMoved: false,
    isJudged: false,
  }
}

export const groupKeys = (building: Building, id: string): string[] =>
  [...building.keys()].filter((key) => getGroupId(key) === id)

export const countReal = (building: Building, { id, wcode, cell }: CountGroup): number =>
  building
    .piles(wcode, cell)
    .map(pileKey)
    .filter((key) => getGroupId(key) === id)
    .reduce((sum, key) => sum + building.real(key), 0)

/** Records the actual and the booked quantity of the cell when a scan is acknowledged. */
export function noteScan(building: Building, group: CountGroup): void {
  const keys = groupKeys(building, group.id)
  group.deviation = keys.reduce((sum, key) => sum + building.deviation(key), 0)
  group.booked = keys.reduce((sum, key) => sum + building.booked(key), 0)
  group.leftAfterScan = group.left
  group.isDone = group.left === 0
}

/** Records a change during a count: pieces taken, seen by the counter or not, or pieces added. */
export function noteMove(building: Building, group: CountGroup, change: number, dice: Dice): void {
  if (!group.isBegun || group.isDone) return
  group.hasMoved = true
  if (change > 0) {
    if (dice.chance(0.5)) group.left += change
    return
  }
  const taken = -change
  const seen = countReal(building, group) + taken - group.left
  group.left -= dice.chance(0.5) ? Math.min(taken, group.left) : Math.max(0, taken - seen)
}
