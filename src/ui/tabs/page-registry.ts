import { Listeners } from '#ui/base/listeners.ts'
import { useSyncExternalStore } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { PageHandle, Run } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { Table } from '#kernel/table.ts'
import type { InterpretedScan, ScanAnswer, ScanClaim } from '#ui/scanner/codes/scan-part.ts'

/** A command that may follow what was done, and what it is called there. */
export interface NextCommand {
  readonly command: CommandId
  readonly title: Label
}

/** What a page tells the status line. */
export interface PageStatus {
  /** 1 for the first row. */
  readonly rowPosition?: number
  readonly rowCount?: number
  /** Nothing was searched for yet, so that no rows say nothing. */
  readonly isFresh?: boolean
  readonly selection?: {
    readonly cells: number
    readonly count: number
    readonly sum: number
    readonly average: number
    /** Sums by unit where several are selected, which have none together; no title for pieces. */
    readonly units?: readonly { readonly title: string | null; readonly sum: number }[]
  } | null
  readonly note?: string
  /** What may follow what the note says was done. */
  readonly next?: readonly NextCommand[]
}

/** `work` outlives its window; what is `passing`, as a search is, only a reload of it. */
export type Typed = 'work' | 'passing'

/** What a page carries out at this moment, by command; absence means that it has no such command. */
export type Offers = Readonly<Partial<Record<CommandId, Run>>>

/** A page that every scan is for, wherever its focus is. */
export interface ScanningPage {
  claim(code: string): ScanClaim
  /** Whether a number is being typed that the next scan takes along. */
  isTakingNumber(): boolean
}

/** What an open page offers to the shell. */
export interface PageRegistration {
  readonly handle: PageHandle
  offers(): Offers
  /** What a command does here, by name. */
  named?(id: CommandId): Label | undefined
  /** Screen and action that are not granted, where that is why the page lacks a command. */
  lacks?(id: CommandId): { readonly MENU_ID: string; readonly ACTION: string } | undefined
  /** Context keys for `when` expressions. */
  context(): Record<string, boolean | string>
  status(): PageStatus
  currentRow(): WireRow | undefined
  /** Name of the table whose row has focus. */
  currentTable(): string | undefined
  /** Whether the row in focus is a group of rows of a table. */
  isMadeOf?(table: Table): boolean
  /** Takes a scan; undefined hands it on to the field in focus. */
  accept?(scan: InterpretedScan): Promise<ScanAnswer | undefined>
  /** A station: every scan is its own from the moment it was scanned. */
  readonly station?: ScanningPage
  /** Owners whose goods are at work here: their code formats count. Undefined is any owner. */
  owners?(): readonly string[] | undefined
  isDirty(): boolean
  /** How the edits are saved before the page is left; undefined where that would be other work. */
  saveOf?(): (() => Promise<boolean>) | undefined
  /** Tables whose rows are shown, and when they were asked for, in milliseconds; 0 for never. */
  shown?(): { readonly tables: ReadonlySet<string>; readonly since: number }
  /** What is typed and is no edit: it is kept like one, but leaving asks nothing. */
  typed?(): Typed | undefined
  /** What was typed and not saved, as data that can be written down; undefined for nothing. */
  draft?(): unknown
  /**
   * Puts back what `draft` gave, after a reload. Returns false where nobody has to be told. Throws
   * when it cannot be done now.
   */
  restore?(draft: unknown): Promise<boolean>
}

const pages = new Map<string, PageRegistration>()
const listeners = new Listeners()

/** Hears whenever any page says that it changed; returns unsubscribe. */
export const subscribePages = listeners.add

let version = 0

function changed(): void {
  version += 1
  listeners.call()
}

/** Makes an open page known under its tab; returns a function that takes it away again. */
export function registerPage(tabKey: string, registration: PageRegistration): () => void {
  pages.set(tabKey, registration)
  changed()
  return () => {
    if (pages.get(tabKey) !== registration) return
    pages.delete(tabKey)
    changed()
  }
}

/** Says that the page's context or status changed. */
export function touchPage(tabKey: string): void {
  if (pages.has(tabKey)) changed()
}

export function pageOf(tabKey: string): PageRegistration | undefined {
  return pages.get(tabKey)
}

/** Tabs whose page is open and known. */
export function registeredPages(): string[] {
  return [...pages.keys()]
}

/** Whether a page waits for an answer of the server: its own activity, not that of the others. */
export function isPageBusy(tabKey: string): boolean {
  return pages.get(tabKey)?.context()['loading'] === true
}

/**
 * Waits until the page of a tab is there and has its rows. False when it has not come in time, in
 * milliseconds.
 */
export function pageSettled(tabKey: string, withinMs = 30_000): Promise<boolean> {
  const isThere = (): boolean => pages.has(tabKey) && !isPageBusy(tabKey)
  return new Promise((resolve) => {
    const end = (there: boolean): void => {
      clearTimeout(givingUp)
      stop()
      resolve(there)
    }
    const givingUp = setTimeout(() => end(false), withinMs)
    const stop = subscribePages(() => isThere() && end(true))
    if (isThere()) end(true)
  })
}

/** Tabs with edits that are not saved. */
export function dirtyTabs(): string[] {
  return [...pages].filter(([, page]) => page.isDirty()).map(([key]) => key)
}

/** Re-renders whenever any page says that it changed. */
export function usePages(): number {
  return useSyncExternalStore(subscribePages, () => version)
}
