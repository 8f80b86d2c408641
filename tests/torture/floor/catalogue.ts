/** An item as it is printed on the pieces, independent of the item master. */
export interface Item {
  readonly owner: string
  readonly code: string
  /** Barcode printed on every piece. */
  barcode: string
  /** Lots printed on the pieces with their expiry dates, empty for items without lots. */
  readonly lots: readonly (readonly [lot: string, valid: string])[]
  /** Smallest quantity in thousandths. */
  readonly piece: number
  readonly hasSerials: boolean
  /** Whether every posting, from the receipt on, must list the serial numbers. */
  readonly isNamed: boolean
  /** Similar item that a picker may take by mistake. */
  readonly twin?: string
}

const lots = [
  ['L-1', '20280131'],
  ['L-2', '20280229'],
  ['L-3', '20280331'],
] as const

const plain = { lots: [], piece: 1000, hasSerials: false, isNamed: false } as const

export const catalogue: readonly Item[] = [
  { ...plain, owner: 'HANBIT', code: 'FL-NUT', barcode: '8809900000019', twin: 'FL-BOLT' },
  { ...plain, owner: 'HANBIT', code: 'FL-BOLT', barcode: '8809900000026', twin: 'FL-NUT' },
  { ...plain, owner: 'HANBIT', code: 'FL-PILL', barcode: '8809900000033', lots },
  { ...plain, owner: 'HANBIT', code: 'FL-CORD', barcode: '8809900000040', piece: 250 },
  { ...plain, owner: 'HANBIT', code: 'FL-PUMP', barcode: '8809900000057', hasSerials: true },
  {
    ...plain,
    owner: 'HANBIT',
    code: 'FL-GEAR',
    barcode: '8809900000118',
    hasSerials: true,
    isNamed: true,
  },
  { ...plain, owner: 'HANBIT', code: 'FL-LEFT', barcode: '8809900000064', twin: 'FL-RIGHT' },
  { ...plain, owner: 'HANBIT', code: 'FL-RIGHT', barcode: '8809900000064', twin: 'FL-LEFT' },
  { ...plain, owner: 'HANBIT', code: 'FL-CUP', barcode: '8809900000071', twin: 'FL-TRAY' },
  { ...plain, owner: 'HANBIT', code: 'FL-TRAY', barcode: '8809900000088', twin: 'FL-CUP' },
  { ...plain, owner: 'GIFT', code: 'FL-NUT', barcode: '8809900000095' },
]

export const itemId = ({ owner, code }: Item): string => `${owner}/${code}`

const byId = new Map(catalogue.map((item) => [itemId(item), item]))

export function itemById(id: string): Item {
  const item = byId.get(id)
  if (!item) throw new Error(`no such item: ${id}`)
  return item
}

/** Cells that refills supply, with the item picked from them. */
export const faces: readonly { cell: string; item: string; least: number; most: number }[] = [
  { cell: 'F-1', item: 'FL-NUT', least: 6, most: 18 },
  { cell: 'F-2', item: 'FL-PILL', least: 5, most: 15 },
  { cell: 'F-3', item: 'FL-GEAR', least: 3, most: 8 },
]

/** Receiving dock from which stock is put away. */
export const dock = 'D-1'

export const cellsOf = { W01: 12, W02: 6 } as const
export type Warehouse = keyof typeof cellsOf

export const cellNames = (wcode: Warehouse): string[] =>
  Array.from({ length: cellsOf[wcode] }, (_, index) => `A-${String(index + 1).padStart(3, '0')}`)
