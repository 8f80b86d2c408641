import { expect, test } from 'vitest'
import { scrollToShow } from '#ui/grid/draw/cell-geometry.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { ROW_HEIGHT } from '#ui/grid/draw/grid-theme.ts'
import { RowWindow } from '#ui/grid/draw/row-window.ts'

/** Maximum scroll height of a browser, in pixels. */
const SCROLLED_MOST = 33_554_400

async function getGrid(rows: number): Promise<GridModel> {
  const model = new GridModel({ columns: [{ id: 'ID', title: 'ID', kind: 'number', width: 80 }] })
  model.setData([{ ID: 1 }])
  const length = rows - 1
  const columns = { ID: { numbers: new Float64Array(length).fill(2), texts: [] } }
  await model.receive((take) => Promise.resolve(take({ length, columns })))
  return model
}

test.each([10, 1_190_000, 1_390_000, 10_000_000])(
  'a grid of %i rows can scroll any row into view within browser limits',
  async (rows) => {
    const model = await getGrid(rows)
    const window = new RowWindow(model)
    for (const row of [rows - 1, 0, 9, Math.floor(rows / 2), Math.floor(rows * 0.9), 3, rows - 2]) {
      model.setCurrent(row, 'ID')
      const place = row - window.first
      expect(place).toBeGreaterThanOrEqual(0)
      expect(place).toBeLessThan(window.count)
      expect(window.count * ROW_HEIGHT).toBeLessThanOrEqual(SCROLLED_MOST)
      const view = { widths: [80], frozen: 0, scrollLeft: 0, scrollTop: 0 }
      const { top } = scrollToShow({ ...view, clientWidth: 500, clientHeight: 500 }, place, 0)
      expect(place * ROW_HEIGHT - top).toBeGreaterThanOrEqual(0)
      expect(place * ROW_HEIGHT - top).toBeLessThan(500)
    }
  },
)
