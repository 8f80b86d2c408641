import { toInitial, jamoKeys } from '#kernel/hangul-units.ts'

export interface SearchText {
  readonly units: string
  readonly positions: readonly number[]
  readonly starts: readonly number[]
  readonly heads: string
  /** Bit mask of initials and letters, for fast rejection. */
  readonly mask: number
  readonly keys: string
  readonly keyStarts: readonly number[]
  readonly keyMask: number
}

const separators = '\t\n\r \u00a0-_.,·/()[]{}:;\'"&+*#@!?~<>=|\\'

type UnitKind = 'separator' | 'small' | 'capital' | 'other'

function unitKind(unit: string): UnitKind {
  if ((unit >= 'a' && unit <= 'z') || (unit >= '0' && unit <= '9')) return 'small'
  if (unit >= 'A' && unit <= 'Z') return 'capital'
  return unit === '' || separators.includes(unit) ? 'separator' : 'other'
}

/** A capital after a small letter starts a word; so does the S of `CShipment`. */
function isWordStart(before: UnitKind, kind: UnitKind, next: UnitKind): boolean {
  if (before === 'separator') return true
  return kind === 'capital' && (before === 'small' || (before === 'capital' && next === 'small'))
}

export function searchText(written: string): SearchText {
  const positions: number[] = []
  const starts: number[] = []
  const keyStarts: number[] = []
  let [units, heads, keys] = ['', '', '']
  let before: UnitKind = 'separator'
  let kind = unitKind(written.charAt(0))
  for (let index = 0; index < written.length; index += 1) {
    const next = unitKind(written.charAt(index + 1))
    if (kind !== 'separator') {
      // Other alphabets may grow when lower-cased, which would shift positions.
      const unit = kind === 'capital' ? written.charAt(index).toLowerCase() : written.charAt(index)
      if (isWordStart(before, kind, next)) {
        starts.push(positions.length)
        keyStarts.push(keys.length)
        heads += unit
      }
      positions.push(index)
      units += unit
      keys += jamoKeys(unit)
    }
    before = kind
    kind = next
  }
  const [mask, keyMask] = [characterMask(units), characterMask(keys)]
  return { units, positions, starts, heads, mask, keys, keyStarts, keyMask }
}

function characterMask(units: string): number {
  let mask = 0
  for (let index = 0; index < units.length; index += 1)
    mask |= 1 << (toInitial(units.charCodeAt(index)) % 30)
  return mask
}
