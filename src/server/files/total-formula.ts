const column = String.raw`\$?([A-Z]{1,3})\$?\d+:\$?([A-Z]{1,3})\$?\d+`
const ranges = String.raw`\s*${column}\s*`
const subtotal = String.raw`SUBTOTAL\(\s*\d+\s*,|AGGREGATE\(\s*\d+\s*,\s*\d+\s*,`
const totalOfCells = new RegExp(
  String.raw`^(?:_xlfn\.)?(?:(SUM\(|AVERAGE\()|${subtotal})((?:${ranges},)*${ranges})\)$`,
)
const rangePattern = new RegExp(column, 'g')
/** Total row of an Excel table: `SUBTOTAL(109,Table1[Quantity])`. */
const totalOfTable = /^SUBTOTAL\(\s*\d+\s*,[^()[\]]*\[[^#[\]]+\]\s*\)$/
const totalWord = /[합총소누]\s*계|^\s*계\s*$|\b(?:sub)?totals?\b|^\s*sum\b/i

/**
 * Whether a formula totals its own column. A running total or a number of visible rows refers to
 * another column and belongs to the data.
 * @returns `SUBTOTAL` for functions that only totals use. `SUM` can also be the quantity of a set.
 */
export function columnTotal(formula: string, ownColumn: string): 'SUBTOTAL' | 'SUM' | undefined {
  const written = formula.trim()
  if (totalOfTable.test(written)) return 'SUBTOTAL'
  const [, sum, found] = totalOfCells.exec(written) ?? []
  if (found === undefined) return undefined
  const isOwn = [...found.matchAll(rangePattern)].every(
    ([, first, last]) => first === ownColumn && last === ownColumn,
  )
  if (!isOwn) return undefined
  return sum === undefined ? 'SUBTOTAL' : 'SUM'
}

/** Whether the label of a row announces a total. */
export function isTotalLabel(text: string): boolean {
  return totalWord.test(text)
}
