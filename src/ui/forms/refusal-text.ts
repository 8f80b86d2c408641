import { CallError } from '#ui/remote/api.ts'

/** Error messages of the rows without duplicates, or of the entire request if there are none. */
export function refusalText(error: unknown): string {
  const reasons = error instanceof CallError ? error.rows.map(({ POERROR }) => POERROR) : []
  const text = [...new Set(reasons)].join('\n')
  return text || (error instanceof Error ? error.message : String(error))
}
