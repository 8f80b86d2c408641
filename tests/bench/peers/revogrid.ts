import { defineCustomElements } from '@revolist/revogrid/loader'
import { columns, type Peer } from './peer.ts'

export async function revoGrid(root: HTMLElement): Promise<Peer> {
  defineCustomElements()
  await customElements.whenDefined('revo-grid')
  const grid = document.createElement('revo-grid')
  grid.style.height = '100%'
  grid.rowSize = 24
  grid.filter = true
  grid.readonly = true
  grid.columns = columns.map(({ id, width }) => {
    return { prop: id, name: id, size: width, sortable: true, filter: true }
  })
  root.append(grid)
  await grid.getColumns()
  const waitForEvent = (event: string) => {
    return new Promise<void>((resolve) => {
      grid.addEventListener(event, () => resolve(), { once: true })
    })
  }
  return {
    show: async (rows) => {
      const set = waitForEvent('aftersourceset')
      grid.source = rows
      await set
    },
    sort: async (prop, order) => {
      const sorted = waitForEvent('aftersortingapply')
      await grid.updateColumnSorting({ prop }, order, false)
      await sorted
    },
    filter: async (prop, value) => {
      const filtered = waitForEvent('afterfilterapply')
      grid.filter = { collection: value === '' ? {} : { [prop]: { type: 'contains', value } } }
      await filtered
    },
    sum: async (column) => {
      let sum = 0
      for (const row of await grid.getVisibleSource()) sum += Number(row[column] ?? 0)
      return sum
    },
    scroller: () => grid.querySelector('revogr-viewport-scroll.rgCol .vertical-inner'),
  }
}
