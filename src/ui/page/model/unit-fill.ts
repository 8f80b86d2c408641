import type { Value, WireRow } from '#kernel/field.ts'
import { countPieces, readUnits } from '#kernel/unit-text.ts'
import { readEntry } from '#ui/remote/lookup-source.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

/** Conversions under way, of every page: a save waits for them. */
const underWay = new Set<Promise<void>>()

/**
 * Resolves once every quantity typed in units stands as pieces, or is refused in its cell; the page
 * is busy meanwhile, so that a second press of the key saves nothing twice. Undefined where nothing
 * is under way: a save goes out at once.
 */
export function unitsUnderWay(page: {
  working<T>(work: () => Promise<T>): Promise<T>
}): Promise<unknown> | undefined {
  return underWay.size === 0 ? undefined : page.working(() => Promise.all(underWay))
}

/** How many pieces are in each unit of an item, from the value help: `BOX:12 PLT:480`. */
async function piecesOf(item: string, context: WireRow): Promise<Map<string, string> | undefined> {
  const entry = await readEntry('stock-unit', item, context)
  if (!entry) return undefined
  const units = String(entry['DETAIL'] ?? '').split(' ')
  return new Map(
    units.flatMap((unit) => {
      const [code = '', count = ''] = unit.split(':')
      return count === '' ? [] : [[code, count] as const]
    }),
  )
}

/**
 * Puts the pieces in the place of a quantity typed in units, as `3b`: the text stays in its cell,
 * marked, until the units of the row's item are known, and stays there when it has no such unit.
 */
export function unitFiller(
  grid: () => GridModel,
  around: () => WireRow,
): (id: number, column: string, typed: string) => void {
  async function convert(id: number, column: string, typed: string): Promise<void> {
    const row = grid().rows.row(id)
    const owner: Value = row['OWNER_CD'] ?? around()['OWNER_CD'] ?? null
    const item = row['STOCK_CD'] ?? around()['STOCK_CD'] ?? null
    if (item === null) return
    const pieces = await piecesOf(String(item), owner === null ? {} : { OWNER_CD: owner })
    const count = countPieces(readUnits(typed) ?? [], pieces ?? new Map())
    const viewRow = grid().viewRowOf(id)
    const stands = grid().fault(viewRow, column)?.text === typed
    if (count === undefined || viewRow < 0 || !stands) return
    grid().setCell(viewRow, column, count.length > 15 ? count : Number(count))
  }
  return (id, column, typed) => {
    const work = convert(id, column, typed)
      // Without an answer the text stands as typed, marked.
      .catch(() => undefined)
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }
}
