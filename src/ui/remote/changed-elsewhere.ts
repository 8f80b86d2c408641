import { Listeners } from '#ui/base/listeners.ts'
import { proxy, useSnapshot } from 'valtio'
import { isOwnSave } from '#ui/base/network.ts'
import { pageOf, registeredPages, subscribePages } from '#ui/tabs/page-registry.ts'
import { currentSession } from './session.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

/** News of a committed save, as the server tells it. */
export interface Change {
  readonly TABLES: readonly string[]
  /** `-` for somebody whose name is not the reader's business. */
  readonly BY: string
  /** Only on the user's own saves. */
  readonly KEY?: string
  /** Null for what every warehouse shares. */
  readonly WCODE: string | null
}

/** Who changed what a tab shows, since it was asked for. */
interface Mark {
  /** Empty where it is not known. */
  readonly by: string
  readonly at: number
}

const state = proxy<{ marks: Record<string, Mark> }>({ marks: {} })

/** Who changed the rows of a tab meanwhile; undefined when they are as they were asked for. */
export function useChangedElsewhere(tabKey: string): Mark | undefined {
  return useSnapshot(state).marks[tabKey]
}

/** Whether another user changed rows that a tab shows. */
export function isChangedElsewhere(tabKey: string): boolean {
  return state.marks[tabKey] !== undefined
}

function mark(isMeant: (tables: ReadonlySet<string>, tabKey: string) => boolean, by: string): void {
  for (const tabKey of registeredPages()) {
    const shown = pageOf(tabKey)?.shown?.()
    if (shown && shown.since > 0 && isMeant(shown.tables, tabKey)) {
      state.marks[tabKey] = { by, at: Date.now() }
    }
  }
}

/** Told whether it was this window that changed them. */
type TableListener = (own: boolean) => void

const heard = new Map<string, Listeners<boolean>>()

/** Hears that rows of a table may have changed, by whomever; returns unsubscribe. */
export function onTableChange(table: string, listener: TableListener): () => void {
  const listeners = heard.get(table) ?? new Listeners<boolean>()
  heard.set(table, listeners)
  return listeners.add(listener)
}

const everything = new Listeners()

/** Hears that rows of any table may have changed, by whomever; returns unsubscribe. */
export const onAnyChange = everything.add

function tell(tables: Iterable<string>, own: boolean): void {
  everything.call()
  for (const table of tables) heard.get(table)?.call(own)
}

/** Marks every page that shows rows of a changed table. The page that saved knows already. */
export function noteChange(change: Change): void {
  const own = change.KEY !== undefined && isOwnSave(change.KEY)
  tell(change.TABLES, own)
  if (change.WCODE !== null && change.WCODE !== currentSession().wcode) return
  const saver = own ? activeTab().key : undefined
  mark(
    (tables, tabKey) => tabKey !== saver && change.TABLES.some((table) => tables.has(table)),
    change.BY,
  )
}

/** What was missed is not known: anything on screen may be old. */
export function noteMissed(): void {
  tell(heard.keys(), false)
  mark(() => true, '')
}

/** A page that asked again, or closed, is marked no longer. */
function settle(): void {
  for (const [tabKey, { at }] of Object.entries(state.marks)) {
    const since = pageOf(tabKey)?.shown?.().since
    if (since === undefined || since >= at) delete state.marks[tabKey]
  }
}

/** Takes marks away as pages search again; returns unsubscribe. */
export function watchSearches(): () => void {
  const stop = subscribePages(settle)
  return () => {
    stop()
    state.marks = {}
  }
}
