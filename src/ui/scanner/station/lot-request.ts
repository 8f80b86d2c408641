import type { Fields, Value, WireRow } from '#kernel/field.ts'
import { CallError } from '#ui/remote/api.ts'
import type { RequestedLot, SentScan } from './scan-state.ts'

const LOT = 'LOT_NO'
const VALID = 'VALID_DT'

export function isLotRequest(error: unknown): boolean {
  return error instanceof CallError && error.rows[0]?.COLUMN === LOT
}

/**
 * Completes the pending item with a scanned lot or date. Applies if the scan is a lot or date of a
 * line, or a label with nothing else. Otherwise returns the scan unchanged.
 */
export function applyLot(
  sent: SentScan,
  request: RequestedLot | undefined,
  lines: readonly WireRow[],
  input: Fields,
): SentScan {
  if (!request || !Object.hasOwn(input, LOT)) return sent
  const own = lines.filter((line) => equalsIgnoringCase(line['STOCK_CD'], request.code))
  const answered = lotColumns(sent, own.length > 0 ? own : lines)
  if (!answered) return sent
  const quantity = sent.quantity === 1 ? request.quantity : sent.quantity
  return { ...sent, code: request.code, quantity, facts: { ...sent.facts, ...answered } }
}

function lotColumns({ code, facts }: SentScan, lines: readonly WireRow[]): WireRow | undefined {
  // For a label without an item, the code is its lot or date.
  if ([facts[LOT], facts[VALID]].includes(code)) return {}
  const lot = lines.find((line) => equalsIgnoringCase(line[LOT], code))?.[LOT]
  if (lot !== undefined) return { [LOT]: lot }
  const digits = code.replaceAll(/[-./]/g, '')
  const valid = lines.find(
    (line) =>
      equalsIgnoringCase(line[VALID], digits) || equalsIgnoringCase(line[VALID], `20${digits}`),
  )
  return valid && { [VALID]: valid[VALID] ?? null }
}

function equalsIgnoringCase(value: Value | undefined, text: string): boolean {
  return String(value ?? '').toUpperCase() === text.toUpperCase()
}
