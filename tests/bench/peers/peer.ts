export type Row = Record<string, string | number | null>

export const columns = [
  { id: 'ID', width: 92, isNumber: true },
  { id: 'OWNER', width: 90, isNumber: false },
  { id: 'ITEM', width: 110, isNumber: false },
  { id: 'ITEM_NM', width: 210, isNumber: false },
  { id: 'ZONE', width: 60, isNumber: false },
  { id: 'CELL', width: 100, isNumber: false },
  { id: 'LOT', width: 120, isNumber: false },
  { id: 'EXPIRY', width: 100, isNumber: false },
  { id: 'QTY', width: 100, isNumber: true },
  { id: 'ALLOCATED', width: 100, isNumber: true },
  { id: 'HOLD', width: 56, isNumber: false },
  { id: 'CBM', width: 100, isNumber: true },
] as const

/** Another vendor's grid, used as documented. Rows are plain objects in memory. */
export interface Peer {
  show(rows: Row[]): Promise<void> | void
  sort(column: string, direction: 'asc' | 'desc'): Promise<void> | void
  filter(column: string, text: string): Promise<void> | void
  sum(column: string): Promise<number> | number
  readonly scroller: () => Element | null
}

export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve()
        channel.port2.postMessage(null)
      }),
    )
  })
}
