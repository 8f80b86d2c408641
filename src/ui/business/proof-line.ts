import { whyThisNumber } from '#areas/inventory/operations/proof.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { DecimalSum } from '#ui/grid/rows/aggregate.ts'
import { postQuery } from '#ui/remote/query-call.ts'

/** Figures with more lines than this are shown in a window. */
const MAX_LINES = 5_000

/**
 * The movements behind a stock figure in one line: `24 − 2 = 22 ✓`. The mark means that the lines
 * add up to the ledger's own total. Undefined if there are too many lines or the query fails.
 */
export async function getProofText(search: WireRow): Promise<string | undefined> {
  const request = postQuery({ source: whyThisNumber }, search, undefined, MAX_LINES)
  const rows = await request.catch(() => undefined)
  if (!rows || rows.length === MAX_LINES) return undefined
  const [incoming, went, all] = [new DecimalSum(), new DecimalSum(), new DecimalSum()]
  for (const { CHANGE_QTY } of rows) {
    const change = CHANGE_QTY ?? 0
    all.add(change)
    if (Number(change) < 0) went.add(change)
    else incoming.add(change)
  }
  const formatSum = (sum: DecimalSum) =>
    Math.abs(sum.toNumber()).toLocaleString('en-US', { maximumFractionDigits: 3 })
  // The first row is the newest: its running total is the ledger's figure.
  const mark = all.toNumber() === Number(rows[0]?.['SUM_QTY'] ?? 0) ? '✓' : '✕'
  const key = commandKeyLabel('ledger.why')
  return t(
    label(
      `${formatSum(incoming)} − ${formatSum(went)} = ${formatSum(all)} ${mark}  수불 ${formatCount(rows.length)}건: ${key}`,
      `${formatSum(incoming)} − ${formatSum(went)} = ${formatSum(all)} ${mark}  ${formatCount(rows.length, 'line')}: ${key}`,
    ),
  )
}
