import { containerType } from './container-type.ts'
import { quantityInWords } from './quantity-in-words.ts'

/** Containers of one size-type on a booking (spec §3). */
export interface ContainerRow {
  readonly CNTR_TP: string
  /** Shared with another booking. */
  readonly PART_YN: 'Y' | 'N'
  /** Whether a shared container is counted on this booking. */
  readonly MAIN_YN: 'Y' | 'N'
  readonly CNTR_QTY: number
}

export interface ContainerGroup extends Omit<ContainerRow, 'CNTR_TP'> {
  /** Size-type and count, e.g. `22G1 × 2`. */
  readonly CNTR_GRP_NM: string
}

interface ContainerSummary {
  readonly groups: readonly ContainerGroup[]
  readonly count: number
  readonly teuHundredths: number
  /** Text for the B/L, e.g. `THREE (3) CONTAINERS`, or empty if no container is counted. */
  readonly words: string
}

function hasCounts({ PART_YN, MAIN_YN }: ContainerRow): boolean {
  return PART_YN === 'N' || MAIN_YN === 'Y'
}

export function summariseContainers(rows: readonly ContainerRow[]): ContainerSummary {
  const alike = Map.groupBy(rows, (row) => `${row.CNTR_TP} ${row.PART_YN} ${row.MAIN_YN}`)
  const groups = [...alike.values()].flatMap((same): ContainerGroup[] => {
    const [first] = same
    if (!first) return []
    const CNTR_QTY = same.reduce((sum, row) => sum + row.CNTR_QTY, 0)
    const { CNTR_TP, PART_YN, MAIN_YN } = first
    return [{ CNTR_GRP_NM: `${CNTR_TP} × ${CNTR_QTY}`, CNTR_QTY, PART_YN, MAIN_YN }]
  })
  const counted = rows.filter(hasCounts)
  const count = counted.reduce((sum, row) => sum + row.CNTR_QTY, 0)
  const teuHundredths = counted.reduce(
    (sum, row) => sum + row.CNTR_QTY * (containerType(row.CNTR_TP)?.teuHundredths ?? 0),
    0,
  )
  const noun = count === 1 ? 'CONTAINER' : 'CONTAINERS'
  const words = count < 1 || count > 9999 ? '' : `${quantityInWords(count)} (${count}) ${noun}`
  return { groups, count, teuHundredths, words }
}
