import { Listeners } from '#ui/base/listeners.ts'
import { useSyncExternalStore } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { PageHandle, CommandRun } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { Table } from '#kernel/table.ts'
import type { InterpretedScan, ScanResponse, ScanClaim } from '#ui/scanner/codes/scan-part.ts'

export interface NextCommand {
  readonly command: CommandId
  readonly title: Label
}

export interface PageStatus {
  readonly rowPosition?: number
  readonly rowCount?: number
  /** True before the first search, when an empty grid does not mean that there are no rows. */
  readonly isFresh?: boolean
  readonly selection?: {
    readonly cells: number
    readonly count: number
    readonly sum: number
    readonly average: number
    /** Sums by unit if several units are selected. The title is null for pieces. */
    readonly units?: readonly { readonly title: string | null; readonly sum: number }[]
  } | null
  readonly note?: string
  readonly next?: readonly NextCommand[]
}

/**
 * `work` survives closing the window. `passing` input, such as a search, survives only a reload.
 */
export type UnsavedInputKind = 'work' | 'passing'

/** Commands the page currently supports, with their actions. */
export type Offers = Readonly<Partial<Record<CommandId, CommandRun>>>

/** Page that receives every scan, regardless of the focus. */
export interface ScanConsumer {
  claim(code: string): ScanClaim
  /** Whether the user is typing a quantity for the next scan. */
  isTakingNumber(): boolean
}

export interface PageRegistration {
  readonly handle: PageHandle
  /** Commits the open editor. Returns false if its text is rejected, which remains in place. */
  commitEditor?(): boolean | Promise<boolean>
  offers(): Offers
  named?(id: CommandId): Label | undefined
  /** Screen and action of the missing permission, if that is why the page lacks a command. */
  lacks?(id: CommandId): { readonly MENU_ID: string; readonly ACTION: string } | undefined
  context(): Record<string, boolean | string>
  status(): PageStatus
  currentRow(): WireRow | undefined
  /** The document of the current line, for columns that its lines lack. */
  documentRow?(): WireRow | undefined
  currentTable(): string | undefined
  isMadeOf?(table: Table): boolean
  /** Handles a scan. Undefined passes it on to the focused field. */
  accept?(scan: InterpretedScan): Promise<ScanResponse | undefined>
  /** Set for a station, which claims every scan immediately. */
  readonly station?: ScanConsumer
  /** Owners whose code formats apply on this page. Undefined means any owner. */
  owners?(): readonly string[] | undefined
  /** Pages opened from here return here as soon as their work is done. */
  readonly resumes?: boolean
  isDirty(): boolean
  /**
   * Returns how the edits are saved before the page is left, or undefined if they cannot be saved.
   */
  saveOf?(): (() => Promise<boolean>) | undefined
  /** Tables whose rows are shown, and when they were loaded in epoch milliseconds (0 for never). */
  shown?(): { readonly tables: ReadonlySet<string>; readonly since: number }
  /**
   * Kind of input that is not an edit. It is stored like an edit, but leaving the page does not
   * prompt.
   */
  typed?(): UnsavedInputKind | undefined
  /** Unsaved input as serializable data, or undefined. */
  draft?(): unknown
  /**
   * Restores the result of `draft` after a reload. Returns false if the user need not be notified.
   * Throws if it is not possible now.
   */
  restore?(draft: unknown): Promise<boolean>
}

const pages = new Map<string, PageRegistration>()
const listeners = new Listeners()

export const subscribePages = listeners.add

let version = 0

function notifyChange(): void {
  version += 1
  listeners.call()
}

export function registerPage(tabKey: string, registration: PageRegistration): () => void {
  pages.set(tabKey, registration)
  notifyChange()
  return () => {
    if (pages.get(tabKey) !== registration) return
    pages.delete(tabKey)
    notifyChange()
  }
}

export function touchPage(tabKey: string): void {
  if (pages.has(tabKey)) notifyChange()
}

export function findPage(tabKey: string): PageRegistration | undefined {
  return pages.get(tabKey)
}

export function registeredPages(): string[] {
  return [...pages.keys()]
}

/** Whether this page is waiting for the server. Other pages do not count. */
export function isPageBusy(tabKey: string): boolean {
  return pages.get(tabKey)?.context()['loading'] === true
}

/**
 * Waits until the page of a tab is registered and loaded. Returns false after `withinMs`
 * milliseconds.
 */
export function waitForPage(tabKey: string, withinMs = 30_000): Promise<boolean> {
  const isThere = (): boolean => pages.has(tabKey) && !isPageBusy(tabKey)
  return new Promise((resolve) => {
    const finish = (there: boolean): void => {
      clearTimeout(timeout)
      stop()
      resolve(there)
    }
    const timeout = setTimeout(() => finish(false), withinMs)
    const stop = subscribePages(() => isThere() && finish(true))
    if (isThere()) finish(true)
  })
}

export function dirtyTabs(): string[] {
  return [...pages].filter(([, page]) => page.isDirty()).map(([key]) => key)
}

export function usePages(): number {
  return useSyncExternalStore(subscribePages, () => version)
}
