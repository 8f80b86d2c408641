import type { WireRow } from '#kernel/field.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import type { SheetMapping, SheetRow } from '#kernel/sheet-mapping.ts'
import { t } from '#ui/base/language.ts'
import { call, upload } from '#ui/remote/api.ts'
import { postCheck, postSave, saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'

/** A spreadsheet as the server read it; `rows` are those that hold a value. */
export interface Sheet {
  readonly FILE_NM: string
  readonly sheetName: string
  readonly rows: readonly SheetRow[]
}

/** The letters that were used last, and the version of the row that keeps them. */
export interface SavedMapping {
  readonly mapping: SheetMapping
  /** What stood above each column then: a column that moved since is found by it. */
  readonly titles?: Readonly<Record<string, string>>
  readonly version: number | null
}

/** How many records a sheet makes, changes, withdraws and leaves as they are. */
export type SheetChanges = Readonly<Record<'created' | 'updated' | 'withdrawn' | 'same', number>>

/** Rows as they are saved, and the number of the import they were kept as. */
export interface SavedRows {
  readonly rows: readonly WireRow[]
  readonly importNo: number | undefined
  /** What the sheet makes of the records that are there. */
  readonly changes?: SheetChanges | undefined
}

export interface SaveOptions {
  readonly signal: AbortSignal
  /** Checks everything and writes nothing. */
  readonly dryRun: boolean
  readonly idempotencyKey: string
  /** Name of the file the rows come from. */
  readonly fileName: string
}

/** Everything an upload asks of the server. All throw CallError. */
export interface UploadCalls {
  read(file: File): Promise<Sheet>
  loadMapping(owner: string): Promise<SavedMapping | undefined>
  saveMapping(owner: string, saved: SavedMapping): Promise<void>
  /** Answers the rows with what the server gave them, such as new numbers. */
  save(rows: readonly WireRow[], options: SaveOptions): Promise<SavedRows>
}

/** The calls of a screen. */
export function uploadCalls(screen: SheetIntake): UploadCalls {
  const SCREEN = screen.route
  const kind = screen.sheets === undefined ? undefined : screen.save.input[screen.sheets]
  const parts: Record<string, string> =
    kind?.codes === undefined ? {} : { SHEETS: kind.codes, TITLE: t(kind.label) }
  return {
    async read(file) {
      try {
        return (await upload<{ data: Sheet }>('/api/file/readSpreadsheet', file, parts)).data
      } catch (error) {
        // Several files are tried one after another: a refusal names its own.
        const words = error instanceof Error ? error.message : String(error)
        throw new Error(`${file.name} — ${words}`, { cause: error })
      }
    },
    async loadMapping(owner) {
      if (!screen.ownerMapping) return ownMapping(SCREEN, owner)
      const body = { SEARCH: { OWNER_CD: owner, SCREEN } }
      const path = '/api/wms/master/ownerMapping'
      const { data } = await call<{ data: WireRow[] }>(path, body, { quiet: true })
      const kept = data[0]
      if (!kept) return undefined
      const version = typeof kept['VERSION'] === 'number' ? kept['VERSION'] : null
      return { mapping: readMapping(kept['MAPPING']), version }
    },
    async saveMapping(owner, { mapping, titles, version }) {
      if (!screen.ownerMapping) {
        return saveUserSetting(mappingKey(SCREEN, owner), { mapping, titles })
      }
      const flag = version === null ? { BATCH_FLAG: 'I' } : { BATCH_FLAG: 'U', VERSION: version }
      const row = { NO: 1, ...flag, OWNER_CD: owner, SCREEN, MAPPING: JSON.stringify(mapping) }
      const procedure = { name: 'master/saveOwnerMapping' }
      await saveProcedure(procedure, [row], new SaveKeys(), { quiet: true })
    },
    async save(rows, { signal, dryRun, idempotencyKey, fileName }) {
      const request = { procedure: screen.save, rows, fileName }
      type Answer = {
        data?: { rows?: WireRow[]; IMPORT_NO?: number; CHANGES?: SheetChanges } | null
      }
      const options = { quiet: true, signal }
      const { data } = dryRun
        ? await postCheck<Answer>(request, options)
        : await postSave<Answer>(request, idempotencyKey, options)
      return { rows: data?.rows ?? [], importNo: data?.IMPORT_NO, changes: data?.CHANGES }
    },
  }
}

/** Where a user's own columns are kept: for each screen and owner of the sheet. */
function mappingKey(route: string, owner: string): string {
  return `sheet-columns/${route}/${owner}`
}

/** The columns this user named last for such a sheet. */
function ownMapping(route: string, owner: string): SavedMapping | undefined {
  const kept = userSetting(mappingKey(route, owner))
  if (typeof kept !== 'object' || kept === null || !('mapping' in kept)) return undefined
  const titles = 'titles' in kept ? textsOf(kept.titles) : {}
  return { mapping: textsOf(kept.mapping), titles, version: null }
}

/** The texts of an object by name; anything else in it is dropped. */
function textsOf(kept: unknown): Readonly<Record<string, string>> {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

/** Letters as they were kept; what is no text by field name is dropped. */
export function readMapping(kept: unknown): SheetMapping {
  if (typeof kept !== 'string') return {}
  try {
    return textsOf(JSON.parse(kept))
  } catch {
    return {}
  }
}
