import type { WireRow } from '#kernel/field.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import type { ScanEntry } from './scan-log.ts'
import { numberOf, textOf } from './scan-totals.ts'

/** Facts of the counted line for the log entry. */
export function lineFacts(
  { wanted, counted }: ScanScreen,
  line: WireRow | undefined,
  code: string,
): Partial<ScanEntry> {
  if (!line) return { code }
  return {
    code: textOf(line['STOCK_CD']) ?? code,
    item: textOf(line['STOCK_NM']),
    lot: textOf(line['LOT_NO']),
    validDate: textOf(line['VALID_DT']),
    counted: numberOf(line[counted]),
    wanted: numberOf(line[wanted]),
  }
}

/** The first line with the code of an item. */
export function lineNamed(lines: readonly WireRow[], code: string | undefined): number | undefined {
  const at = lines.findIndex((line) =>
    ['STOCK_CD', 'BARCODE', 'LOT_NO'].some((name) => textOf(line[name]) === code),
  )
  return at < 0 || code === undefined ? undefined : at
}
