import {
  code,
  date,
  flag,
  lookup,
  measure,
  quantity,
  select,
  text,
  type Fields,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { resolveColumns, type Column } from '#kernel/screen.ts'
import type { WireRow } from '#kernel/field.ts'
import { Drafts } from '#ui/forms/drafts.ts'
import type { ChartPoint } from '#ui/charts/point-chart.tsx'
import { codeLists } from '#ui/remote/code-lists.ts'
import type { GridRow } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'
import { sampleRows } from './grid-template-rows.ts'

const ROWS = 60

const fields: Fields = {
  OWNER_CD: lookup(label('화주', 'Owner'), 'owner', { width: 90 }),
  ITEM_CD: code(label('품목코드', 'Item'), { required: true, width: 110 }),
  ITEM_NM: text(label('품목명', 'Name'), { width: 180 }),
  QTY: quantity(label('수량', 'Quantity')),
  WEIGHT_KG: measure(label('중량', 'Weight'), 3),
  VALID_YMD: date(label('유통기한', 'Valid until')),
  STATE: select(label('상태', 'State'), 'shipment-state'),
  USE_YN: flag(label('사용', 'Used')),
}

const lineFields: Fields = {
  MONTH: text(label('월', 'Month'), { width: 80 }),
  IN_QTY: quantity(label('입고', 'In')),
  OUT_QTY: quantity(label('출고', 'Out')),
}

function editable(where: string, all: Fields): readonly Column[] {
  const refs = Object.keys(all).map((field) => ({ field, editable: true }))
  return resolveColumns(where, all, refs)
}

export const sampleColumns: readonly Column[] = editable('samples', fields)
export const sampleLineColumns: readonly Column[] = editable('samples', lineFields)

/** Twelve months of one item, made up from its quantity. */
function monthsOf(row: GridRow): GridRow[] {
  const quantityNow = Number(row['QTY'] ?? 0)
  return Array.from({ length: 12 }, (_, at) => ({
    MONTH: `2026-${String(at + 1).padStart(2, '0')}`,
    IN_QTY: (quantityNow + at * at * 37) % 97,
    OUT_QTY: (quantityNow + at * at * 41) % 83,
  }))
}

/** Rows that are made up, the months of the current one, and a search over them. Play: never kept. */
export class SampleBench {
  readonly grid = new GridModel({ columns: gridColumns(sampleColumns, true), key: ['ITEM_CD'] })
  readonly lines = new GridModel({ columns: gridColumns(sampleLineColumns, true), key: ['MONTH'] })
  readonly drafts = new Drafts()
  #search: WireRow = {}
  #shown = -1

  constructor() {
    this.grid.setData(sampleRows(ROWS))
    this.grid.subscribe(() => this.#follow())
    this.grid.setCurrent(0)
    this.#follow()
  }

  /** The row that the form shows, by its place; -1 without one. */
  get at(): number {
    return this.grid.current?.row ?? -1
  }

  /** What is searched for; the rows follow with `runSearch`. */
  takeSearch(search: WireRow): void {
    this.#search = search
  }

  /** Shows the rows that hold what is searched for. */
  runSearch(): void {
    const asked = Object.entries(this.#search).filter(([, value]) => (value ?? '') !== '')
    this.grid.filter(
      asked.map(([column, value]) => ({ column, operator: 'Like', values: [value ?? null] })),
    )
  }

  /** How much there is of each state. */
  byState(): ChartPoint[] {
    const sums = new Map<string, number>()
    for (let row = 0; row < this.grid.rowCount; row++) {
      const state = String(this.grid.value(row, 'STATE') ?? '')
      sums.set(state, (sums.get(state) ?? 0) + Number(this.grid.value(row, 'QTY') ?? 0))
    }
    const names = new Map(
      (codeLists.get('shipment-state') ?? []).map((each) => [each.CODE, each.NAME]),
    )
    return [...sums].map(([state, value]) => ({ name: names.get(state) ?? state, value }))
  }

  refreshColumns(): void {
    this.grid.setColumns(gridColumns(sampleColumns, true))
    this.lines.setColumns(gridColumns(sampleLineColumns, true))
  }

  #follow(): void {
    const id = this.at < 0 ? -1 : this.grid.rowId(this.at)
    if (id === this.#shown) return
    this.#shown = id
    this.lines.setData(id < 0 ? [] : monthsOf(this.grid.row(this.at)))
  }
}
