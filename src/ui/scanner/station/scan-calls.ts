import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { call, CallError } from '#ui/remote/api.ts'
import { postSave } from '#ui/remote/save-call.ts'

/** Server calls of a station. All throw CallError. */
export interface ScanCalls {
  document(number: string): Promise<WireRow | undefined>
  endingWith(digits: string): Promise<readonly string[]>
  lines(number: string): Promise<readonly WireRow[]>
  run(procedure: Procedure, row: WireRow, key: string): Promise<ScanResult>
}

export interface ScanResult {
  readonly message: string
  readonly row: WireRow | undefined
}

function exactCondition(number: string): string {
  return /[<>=!~,%]/.test(number) ? `=${number}` : number
}

export function scanCalls(screen: ScanScreen): ScanCalls {
  async function ask(name: string, SEARCH: WireRow): Promise<readonly WireRow[]> {
    // Later scans depend on this document, so its search is retried like a save.
    const options = { quiet: true, patient: true }
    const { data } = await call<{ data: WireRow[] }>(`/api/wms/${name}`, { SEARCH }, options)
    return data
  }
  return {
    async document(number) {
      const { documentKey, alsoOpenedBy = [], waits } = screen
      for (const name of [documentKey, ...alsoOpenedBy]) {
        // Its own number opens any document, other numbers only documents that wait for this work.
        const search = { ...(name === documentKey ? {} : waits), [name]: exactCondition(number) }
        const found = await ask(screen.document.name, search)
        // The search can match more, but the station needs the exact document.
        const exact = found.find((row) => String(row[name]).toUpperCase() === number)
        if (exact) return exact
      }
      return undefined
    },
    async endingWith(digits) {
      const search = { ...screen.waits, [screen.documentKey]: `%${digits}` }
      const found = await ask(screen.document.name, search)
      return found.map((row) => String(row[screen.documentKey]))
    },
    lines: (number) =>
      ask(screen.lines.source.name, { [screen.documentKey]: exactCondition(number) }),
    async run(procedure, row, key) {
      const request = { procedure, rows: [{ NO: 1, BATCH_FLAG: 'U', ...row }] }
      type ScanPostResponse = { message?: string; data?: { rows?: WireRow[] } | null }
      const response = await postSave<ScanPostResponse>(request, key, { quiet: true })
      return { message: response.message ?? '', row: response.data?.rows?.[0] }
    },
  }
}

export function errorReason(error: unknown): string {
  if (error instanceof CallError && error.rows[0]) return error.rows[0].POERROR
  return error instanceof Error ? error.message : String(error)
}
