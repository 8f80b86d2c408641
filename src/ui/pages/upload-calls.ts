import type { WireRow } from '#kernel/field.ts'
import type { UploadScreen } from '#kernel/screen.ts'
import type { SheetMapping, SheetRow } from '#kernel/sheet-mapping.ts'
import { call, upload } from '#ui/app/api.ts'

/** A spreadsheet as the server read it; `rows` are those that hold a value. */
export interface Sheet {
  readonly FILE_NM: string
  readonly sheetName: string
  readonly rows: readonly SheetRow[]
  readonly lastRow: number
  readonly skippedEmptyRows: number
}

/** The letters an owner uses, and the version of the row that keeps them. */
export interface SavedMapping {
  readonly mapping: SheetMapping
  readonly version: number | null
}

export interface SaveOptions {
  readonly signal: AbortSignal
  /** Checks everything and writes nothing. */
  readonly dryRun: boolean
  readonly idempotencyKey: string
}

/** Everything an upload asks of the server. All throw CallError. */
export interface UploadCalls {
  read(file: File): Promise<Sheet>
  loadMapping(owner: string): Promise<SavedMapping | undefined>
  saveMapping(owner: string, mapping: SheetMapping, version: number | null): Promise<void>
  /** Answers the rows with what the server gave them, such as new numbers. */
  save(rows: readonly WireRow[], options: SaveOptions): Promise<readonly WireRow[]>
}

const SAVE_PATH = '/api/wms/comm/wmsCommon/saveProcedure'

/** The calls of a screen. */
export function uploadCalls(screen: UploadScreen): UploadCalls {
  const SCREEN = screen.route
  return {
    async read(file) {
      try {
        return (await upload<{ data: Sheet }>('/api/file/readSpreadsheet', file)).data
      } catch (error) {
        // Several files are tried one after another: a refusal names its own.
        const words = error instanceof Error ? error.message : String(error)
        throw new Error(`${file.name} — ${words}`, { cause: error })
      }
    },
    async loadMapping(owner) {
      const body = { SEARCH: { OWNER_CD: owner, SCREEN } }
      const path = '/api/wms/master/ownerMapping'
      const { data } = await call<{ data: WireRow[] }>(path, body, { quiet: true })
      const kept = data[0]
      if (!kept) return undefined
      const version = typeof kept['VERSION'] === 'number' ? kept['VERSION'] : null
      return { mapping: readMapping(kept['MAPPING']), version }
    },
    async saveMapping(owner, mapping, version) {
      const flag = version === null ? { BATCH_FLAG: 'I' } : { BATCH_FLAG: 'U', VERSION: version }
      const row = { NO: 1, ...flag, OWNER_CD: owner, SCREEN, MAPPING: JSON.stringify(mapping) }
      const body = { PROCEDURE: 'master/saveOwnerMapping', ROWS: [row] }
      await call(SAVE_PATH, body, { quiet: true, idempotencyKey: crypto.randomUUID() })
    },
    async save(rows, { signal, dryRun, idempotencyKey }) {
      const body = {
        PROCEDURE: screen.save.name,
        ROWS: rows,
        ...(dryRun ? { DRY_RUN: 'Y' } : {}),
      }
      type Answer = { data?: { rows?: WireRow[] } | null }
      // A check is not tried again by itself and is no pending save, so it goes without a key.
      const key = dryRun ? {} : { idempotencyKey }
      const answer = await call<Answer>(SAVE_PATH, body, { quiet: true, signal, ...key })
      return answer.data?.rows ?? []
    },
  }
}

/** Letters as they were kept; what is no text by field name is dropped. */
export function readMapping(kept: unknown): SheetMapping {
  if (typeof kept !== 'string') return {}
  try {
    const written: unknown = JSON.parse(kept)
    if (typeof written !== 'object' || written === null) return {}
    return Object.fromEntries(
      Object.entries(written).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}
