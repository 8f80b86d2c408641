import { CallError } from '#ui/remote/api.ts'

/** What was refused of the rows, each reason once, else of the whole. */
export function refusalText(error: unknown): string {
  const reasons = error instanceof CallError ? error.rows.map(({ POERROR }) => POERROR) : []
  const text = [...new Set(reasons)].join('\n')
  return text || (error instanceof Error ? error.message : String(error))
}
