import { Listeners } from '#ui/base/listeners.ts'
import { proxy, useSnapshot } from 'valtio'
import { wasSavedHere } from '#ui/base/network.ts'
import { findPage, registeredPages, subscribePages } from '#ui/tabs/page-registry.ts'
import { currentSession } from './session.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

export interface Change {
  readonly TABLES: readonly string[]
  /** `-` if the recipient is not allowed to see the user's name. */
  readonly BY: string
  /** Idempotency key of the save, present only if it was the user's own. */
  readonly KEY?: string
  /** Null for data shared by all warehouses. */
  readonly WCODE: string | null
}

interface ChangeMark {
  /** Name of the user who made the change, empty if unknown. */
  readonly by: string
  readonly at: number
}

const state = proxy<{ marks: Record<string, ChangeMark> }>({ marks: {} })

export function useChangedElsewhere(tabKey: string): ChangeMark | undefined {
  return useSnapshot(state).marks[tabKey]
}

export function isChangedElsewhere(tabKey: string): boolean {
  return state.marks[tabKey] !== undefined
}

function markPagesStale(
  isMeant: (tables: ReadonlySet<string>, tabKey: string) => boolean,
  by: string,
): void {
  for (const tabKey of registeredPages()) {
    const shown = findPage(tabKey)?.shown?.()
    if (shown && shown.since > 0 && isMeant(shown.tables, tabKey)) {
      state.marks[tabKey] = { by, at: Date.now() }
    }
  }
}

/** `isOwn` is true if this window made the change. */
type TableListener = (isOwn: boolean) => void

const listenersByTable = new Map<string, Listeners<boolean>>()

/** Subscribes to possible changes of a table by any user. Returns an unsubscribe function. */
export function onTableChange(table: string, listener: TableListener): () => void {
  const listeners = listenersByTable.get(table) ?? new Listeners<boolean>()
  listenersByTable.set(table, listeners)
  return listeners.add(listener)
}

const anyChange = new Listeners()

export const onAnyChange = anyChange.add

function notifyListeners(tables: Iterable<string>, isOwn: boolean): void {
  anyChange.call()
  for (const table of tables) listenersByTable.get(table)?.call(isOwn)
}

/** Marks every page that shows rows of a changed table, except the page that saved. */
export function recordChange(change: Change): void {
  const isOwn = change.KEY !== undefined && wasSavedHere(change.KEY)
  notifyListeners(change.TABLES, isOwn)
  if (change.WCODE !== null && change.WCODE !== currentSession().wcode) return
  const savingTab = isOwn ? activeTab().key : undefined
  markPagesStale(
    (tables, tabKey) => tabKey !== savingTab && change.TABLES.some((table) => tables.has(table)),
    change.BY,
  )
}

/** Marks every page that shows the result of a finished job. */
export function recordJobChange(changed: readonly string[]): void {
  notifyListeners(changed, true)
  markPagesStale((tables) => changed.some((table) => tables.has(table)), '')
}

/** Marks all pages, because missed notifications may have changed anything. */
export function recordMissedChanges(): void {
  notifyListeners(listenersByTable.keys(), false)
  markPagesStale(() => true, '')
}

/** Clears the marks of pages that were closed or searched again. */
function clearSettledMarks(): void {
  for (const [tabKey, { at }] of Object.entries(state.marks)) {
    const since = findPage(tabKey)?.shown?.().since
    if (since === undefined || since >= at) delete state.marks[tabKey]
  }
}

export function watchSearches(): () => void {
  const stop = subscribePages(clearSettledMarks)
  return () => {
    stop()
    state.marks = {}
  }
}
