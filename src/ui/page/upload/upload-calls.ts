import type { Value, WireRow } from '#kernel/field.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import {
  relocatedMapping,
  type SheetMapping,
  type SheetRow,
  type TitleCells,
  readTitles,
} from '#kernel/sheet-mapping.ts'
import { t } from '#ui/base/language.ts'
import { call, upload } from '#ui/remote/api.ts'
import { confirmSave } from '#ui/remote/confirm-save.ts'
import {
  setSaveConfirmation,
  postCheck,
  postSave,
  saveProcedure,
  SaveKeys,
} from '#ui/remote/save-call.ts'
import { saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'

setSaveConfirmation(confirmSave)

export interface Sheet {
  readonly FILE_NM: string
  readonly sheetName: string
  readonly rows: readonly SheetRow[]
  readonly hiddenRows?: number
  readonly mergedRanges?: number
  readonly totalRows?: readonly number[]
}

interface SavedMapping {
  readonly mapping: SheetMapping
  /** Titles of the columns at that time, to find columns that have moved. */
  readonly titles?: Readonly<Record<string, string>>
  readonly version: number | null
}

export type SheetChanges = Readonly<Record<'created' | 'updated' | 'withdrawn' | 'same', number>>

export interface SavedRows {
  readonly rows: readonly WireRow[]
  readonly importNo: number | undefined
  readonly changes?: SheetChanges | undefined
}

interface SentSheet {
  readonly rows: readonly WireRow[]
  readonly fileName: string
  /** Required by a save, unused by a check. */
  readonly idempotencyKey?: string
}

export type SaveUpload = (sheet: SentSheet) => Promise<SavedRows>

interface SaveOptions extends SentSheet {
  readonly signal: AbortSignal
  readonly dryRun: boolean
}

export type UploadCalls = ReturnType<typeof uploadCalls>

/** Requests of an upload. All throw CallError. */
export function uploadCalls(screen: SheetIntake) {
  const SCREEN = screen.route
  const kind = screen.sheets === undefined ? undefined : screen.save.input[screen.sheets]
  const parts: Record<string, string> =
    kind?.codes === undefined ? {} : { SHEETS: kind.codes, TITLE: t(kind.label) }
  return {
    async read(file: File): Promise<Sheet> {
      try {
        return (await upload<{ data: Sheet }>('/api/file/readSpreadsheet', file, parts)).data
      } catch (error) {
        // With several files, the error has to name the rejected one.
        const words = error instanceof Error ? error.message : String(error)
        throw new Error(`${file.name} — ${words}`, { cause: error })
      }
    },
    async loadMapping(owner: string): Promise<SavedMapping | undefined> {
      if (!screen.ownerMapping) return savedMapping(SCREEN, owner)
      const body = { SEARCH: { OWNER_CD: owner, SCREEN } }
      const path = '/api/wms/master/ownerMapping'
      const { data } = await call<{ data: WireRow[] }>(path, body, { quiet: true })
      const stored = data[0]
      if (!stored) return undefined
      const version = typeof stored['VERSION'] === 'number' ? stored['VERSION'] : null
      return { mapping: readMapping(stored['MAPPING']), version }
    },
    async saveMapping(owner: string, { mapping, titles, version }: SavedMapping): Promise<void> {
      if (!screen.ownerMapping) {
        return saveUserSetting(mappingKey(SCREEN, owner), { mapping, titles })
      }
      const flag = version === null ? { BATCH_FLAG: 'I' } : { BATCH_FLAG: 'U', VERSION: version }
      const row = { NO: 1, ...flag, OWNER_CD: owner, SCREEN, MAPPING: JSON.stringify(mapping) }
      const procedure = { name: 'master/saveOwnerMapping' }
      await saveProcedure(procedure, [row], new SaveKeys(), { quiet: true })
    },
    async save(sheet: SaveOptions): Promise<SavedRows> {
      const { rows, fileName, signal, dryRun, idempotencyKey = crypto.randomUUID() } = sheet
      const request = { procedure: screen.save, rows, fileName }
      type UploadResponse = {
        data?: { rows?: WireRow[]; IMPORT_NO?: number; CHANGES?: SheetChanges } | null
      }
      const options = { quiet: true, signal }
      const { data } = dryRun
        ? await postCheck<UploadResponse>(request, options)
        : await postSave<UploadResponse>(request, idempotencyKey, options)
      return { rows: data?.rows ?? [], importNo: data?.IMPORT_NO, changes: data?.CHANGES }
    },
  }
}

/** Setting key of a user's column letters, by screen and owner. */
function mappingKey(route: string, owner: string): string {
  return `sheet-columns/${route}/${owner}`
}

function savedMapping(route: string, owner: string): SavedMapping | undefined {
  const stored = userSetting(mappingKey(route, owner))
  if (typeof stored !== 'object' || stored === null || !('mapping' in stored)) return undefined
  const titles = 'titles' in stored ? textEntries(stored.titles) : {}
  return { mapping: textEntries(stored.mapping), titles, version: null }
}

function textEntries(stored: unknown): Readonly<Record<string, string>> {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

export function readMapping(stored: unknown): SheetMapping {
  if (typeof stored !== 'string') return {}
  try {
    return textEntries(JSON.parse(stored))
  } catch {
    return {}
  }
}

/**
 * Column letters of a screen's spreadsheets, reused for the next file. They are stored per owner on
 * screens made for owner mappings, otherwise per user and owner.
 */
export class SheetLetters {
  readonly #calls: UploadCalls
  readonly #ofOwner: boolean
  #owner: string | undefined
  #saved: SavedMapping | undefined

  constructor(calls: UploadCalls, isOfOwner: boolean) {
    this.#calls = calls
    this.#ofOwner = isOfOwner
  }

  /** Stored letters for a sheet with these titles. Columns that have moved are found by title. */
  mappingFor(titles: TitleCells): SheetMapping | undefined {
    if (!this.#saved) return undefined
    const { mapping, titles: kept = {} } = this.#saved
    return relocatedMapping(mapping, kept, titles)
  }

  /** Loads the letters for an owner. If the request fails, letters are only proposed by title. */
  async load(owner: Value | undefined): Promise<void> {
    const wanted = typeof owner === 'string' ? owner : ''
    if (this.#ofOwner && wanted === '') {
      this.#owner = undefined
      this.#saved = undefined
      return
    }
    if (wanted === this.#owner) return
    this.#owner = wanted
    this.#saved = undefined
    try {
      const saved = await this.#calls.loadMapping(wanted)
      // Another owner may have been selected since the request.
      if (this.#owner === wanted) this.#saved = saved
    } catch {
      this.#owner = undefined
    }
  }

  /** Stores the letters if they have changed. Throws CallError. */
  async saveMapping(mapping: SheetMapping, cells: TitleCells): Promise<void> {
    const owner = this.#owner
    if (owner === undefined || isSameMapping(this.#saved?.mapping, mapping)) return
    const version = this.#saved?.version ?? null
    await this.#calls.saveMapping(owner, { mapping, titles: readTitles(mapping, cells), version })
    this.#owner = undefined
    await this.load(owner)
  }
}

function isSameMapping(left: SheetMapping | undefined, right: SheetMapping): boolean {
  const filled = (mapping: SheetMapping) =>
    Object.entries(mapping)
      .filter(([, letters]) => letters !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
  return left !== undefined && JSON.stringify(filled(left)) === JSON.stringify(filled(right))
}
