const column = String.raw`\$?([A-Z]{1,3})\$?\d+:\$?([A-Z]{1,3})\$?\d+`
const ranges = String.raw`\s*${column}\s*`
const functions = String.raw`^(?:_xlfn\.)?(?:SUM\(|AVERAGE\(|SUBTOTAL\(\s*\d+\s*,|AGGREGATE\(\s*\d+\s*,\s*\d+\s*,)`
const totalOfCells = new RegExp(String.raw`${functions}((?:${ranges},)*${ranges})\)$`)
const rangePattern = new RegExp(column, 'g')
/** Total row of an Excel table: `SUBTOTAL(109,Table1[Quantity])`. */
const totalOfTable = /^SUBTOTAL\(\s*\d+\s*,[^()[\]]*\[[^#[\]]+\]\s*\)$/

/**
 * Whether a formula totals its own column. A running total or a number of visible rows refers to
 * another column and belongs to the data.
 */
export function isColumnTotal(formula: string, ownColumn: string): boolean {
  const written = formula.trim()
  if (totalOfTable.test(written)) return true
  const found = totalOfCells.exec(written)?.[1]
  if (found === undefined) return false
  return [...found.matchAll(rangePattern)].every(
    ([, first, last]) => first === ownColumn && last === ownColumn,
  )
}
