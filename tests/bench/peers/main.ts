import { ArrowReader, type StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import type { GridBench } from '#tests/bench/grid-bench.ts'
import { agGrid } from './ag-grid.ts'
import { waitForPaint, type Peer, type Row } from './peer.ts'
import { revoGrid } from './revogrid.ts'
import { tanStack } from './tanstack.tsx'

const makers = { 'ag-grid': agGrid, revogrid: revoGrid, tanstack: tanStack }

/** Converts the rows from the server to plain objects, as a page that uses JSON would hold them. */
async function readRows(): Promise<Row[]> {
  const response = await fetch('/rows.arrow')
  if (!response.body) throw new Error('no rows')
  const reader = new ArrowReader()
  const entries = new Map<string, (string | number | null)[]>()
  const rows: Row[] = []
  for await (const chunk of response.body) {
    for (const batch of reader.push(chunk)) addRows(rows, batch, entries)
  }
  return rows
}

function addRows(
  rows: Row[],
  batch: StreamBatch,
  entries: Map<string, (string | number | null)[]>,
): void {
  const columns = Object.entries(batch.columns).map(([name, column]) => {
    if ('numbers' in column) return [name, (at: number) => column.numbers[at] ?? null] as const
    const known = entries.get(name) ?? [null]
    entries.set(name, known)
    for (const value of column.added) known.push(value)
    return [name, (at: number) => known[column.codes[at] ?? 0] ?? null] as const
  })
  for (let index = 0; index < batch.length; index++) {
    const row: Row = {}
    for (const [name, value] of columns) row[name] = value(index)
    rows.push(row)
  }
}

let resultMs = 0

async function timeWork<T>(work: () => Promise<T> | T): Promise<T> {
  const started = performance.now()
  const value = await work()
  resultMs = performance.now() - started
  await waitForPaint()
  return value
}

function createBench(peer: Peer, rows: Row[]): GridBench {
  return {
    load: async () => {
      const started = performance.now()
      await peer.show(rows)
      await waitForPaint()
      const ms = performance.now() - started
      return { firstMs: ms, allMs: ms }
    },
    sort: (column, direction) => timeWork(async () => peer.sort(column, direction)),
    filter: (column, text) => timeWork(async () => peer.filter(column, text)),
    footerSum: (column) => timeWork(() => peer.sum(column)),
    scrollTo: async (px) => {
      peer.scroller()?.scrollTo({ top: px, behavior: 'instant' })
      await waitForPaint()
    },
    scroller: () => peer.scroller(),
    resultMs: () => resultMs,
    focusCell: async () => {},
    readCell: async () => '',
  }
}

const name = new URLSearchParams(location.search).get('grid') ?? ''
const root = document.getElementById('root')
const maker = Object.entries(makers).find(([known]) => known === name)?.[1]
if (!root || !maker) throw new Error(`no grid ${name}`)
const rows = await readRows()
window.bench = createBench(await maker(root), rows)
