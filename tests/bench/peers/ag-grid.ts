import { AllCommunityModule, createGrid, ModuleRegistry, type GridApi } from 'ag-grid-community'
import { columns, type Peer, type Row } from './peer.ts'

ModuleRegistry.registerModules([AllCommunityModule])

export function agGrid(root: HTMLElement): Peer {
  root.style.height = '100%'
  const api: GridApi<Row> = createGrid<Row>(root, {
    columnDefs: columns.map(({ id, width, isNumber }) => ({
      field: id,
      width,
      filter: isNumber ? 'agNumberColumnFilter' : 'agTextColumnFilter',
      cellDataType: isNumber ? 'number' : 'text',
    })),
    rowHeight: 24,
    animateRows: false,
    rowData: [],
  })
  return {
    show: (rows) => api.setGridOption('rowData', rows),
    sort: (colId, sort) => {
      api.applyColumnState({ state: [{ colId, sort }], defaultState: { sort: null } })
    },
    filter: (column, text) => {
      const model = { filterType: 'text', type: 'contains', filter: text }
      api.setFilterModel(text === '' ? null : { [column]: model })
    },
    sum: (column) => {
      let sum = 0
      api.forEachNodeAfterFilter(({ data }) => {
        sum += Number(data?.[column] ?? 0)
      })
      return sum
    },
    scroller: () => root.querySelector('.ag-grid-viewport, .ag-body-viewport'),
  }
}
