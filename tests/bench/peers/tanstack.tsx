import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  filterFns,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState, type JSX } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { columns, type Peer, type Row } from './peer.ts'

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  sortFns,
  filterFns,
})
const helper = createColumnHelper<typeof features, Row>()
const definitions = helper.columns(
  columns.map(({ id, isNumber }) =>
    helper.accessor((row) => row[id] ?? null, {
      id,
      header: id,
      sortFn: isNumber ? 'basic' : 'text',
      filterFn: 'includesString',
    }),
  ),
)

interface Seams {
  setData(rows: Row[]): void
  table: {
    setSorting(sorting: { id: string; desc: boolean }[]): void
    setColumnFilters(filters: { id: string; value: unknown }[]): void
    getRowModel(): { rows: readonly { original: Row }[] }
  }
}

/** TanStack Table with TanStack Virtual and div rows, as in its virtual rows example. */
export async function tanStack(root: HTMLElement): Promise<Peer> {
  const seams: Partial<Seams> = {}
  flushSync(() => createRoot(root).render(<Grid seams={seams} />))
  const { table, ...rest } = seams as Seams
  return {
    show: (rows) => flushSync(() => rest.setData(rows)),
    sort: (id, direction) =>
      flushSync(() => table.setSorting([{ id, desc: direction === 'desc' }])),
    filter: (id, text) => {
      flushSync(() => table.setColumnFilters(text === '' ? [] : [{ id, value: text }]))
    },
    sum: (column) => {
      let sum = 0
      for (const { original } of table.getRowModel().rows) sum += Number(original[column] ?? 0)
      return sum
    },
    scroller: () => root.querySelector('.scroller'),
  }
}

function Grid({ seams }: { seams: Partial<Seams> }): JSX.Element {
  const [data, setData] = useState<Row[]>([])
  const scroller = useRef<HTMLDivElement>(null)
  const table = useTable({ features, columns: definitions, data })
  Object.assign(seams, { setData, table })
  const { rows } = table.getRowModel()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    overscan: 5,
  })
  return (
    <div ref={scroller} className="scroller" style={{ height: '100%', overflow: 'auto' }}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            style={{ position: 'absolute', top: start, height: 24, display: 'flex' }}
          >
            {rows[index]?.getAllCells().map((cell, at) => (
              <span key={cell.id} style={{ width: columns[at]?.width, overflow: 'hidden' }}>
                {rows[index]?.original[cell.column.id] ?? ''}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
