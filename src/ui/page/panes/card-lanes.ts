import type { CardsPart } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

export interface Lane {
  readonly code: string
  readonly rows: readonly number[]
}

/** Groups rows by lane, sorted by code. The declared lanes are included even if they are empty. */
export function groupIntoLanes(grid: GridModel, { lane, lanes }: CardsPart): Lane[] {
  const rows = new Map<string, number[]>(lanes.map((code) => [code, []]))
  for (let row = 0; row < grid.rowCount; row += 1) {
    const code = String(grid.value(row, lane) ?? '')
    const stack = rows.get(code)
    if (stack) stack.push(row)
    else rows.set(code, [row])
  }
  return [...rows]
    .map(([code, cards]) => ({ code, rows: cards }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** Columns shown on cards below the title. Columns empty on every card are omitted. */
export function shownCardColumns(grid: GridModel, { columns }: CardsPart): string[] {
  return columns.filter((name) => {
    for (let row = 0; row < grid.rowCount; row += 1) if (isFilled(grid, row, name)) return true
    return false
  })
}

/** For some quantities, zero counts as empty, as on the card. */
function isFilled(grid: GridModel, row: number, name: string): boolean {
  const value = grid.value(row, name) ?? ''
  return value !== '' && !(grid.column(name)?.zeroAsEmpty === true && Number(value) === 0)
}

function findCard(lanes: readonly Lane[], row: number): { lane: number; at: number } | undefined {
  const lane = lanes.findIndex(({ rows }) => rows.includes(row))
  return lane < 0 ? undefined : { lane, at: lanes[lane]?.rows.indexOf(row) ?? 0 }
}

/** A move between cards: along a lane, by a page of cards, to its ends or to an adjacent lane. */
export type CardStep = 'up' | 'down' | 'left' | 'right' | 'first' | 'last' | 'page-up' | 'page-down'

/** Returns the row a step leads to, or the same row if there is none. Skips empty lanes. */
export function cardAfterStep(
  lanes: readonly Lane[],
  row: number,
  step: CardStep,
  inSight: number,
): number {
  const place = findCard(lanes, row)
  if (!place) return lanes.find(({ rows }) => rows.length > 0)?.rows[0] ?? row
  const { lane, at } = place
  if (step === 'left' || step === 'right') {
    const way = step === 'left' ? -1 : 1
    for (let next = lane + way; next >= 0 && next < lanes.length; next += way) {
      const rows = lanes[next]?.rows ?? []
      if (rows.length > 0) return rows[Math.min(at, rows.length - 1)] ?? row
    }
    return row
  }
  const rows = lanes[lane]?.rows ?? []
  const by = {
    up: -1,
    down: 1,
    first: -at,
    last: rows.length,
    'page-up': -inSight,
    'page-down': inSight,
  }
  const to = Math.max(0, Math.min(rows.length - 1, at + by[step]))
  return rows[to] ?? row
}
