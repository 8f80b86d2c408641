import { useEffect, useRef, useState } from 'react'
import { findPage, registerPage, touchPage } from '#ui/tabs/page-registry.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { settleUnanswered } from '#ui/remote/settle-unanswered.ts'
import { useLanguage } from '#ui/base/language.ts'
import { onNewDay } from '#ui/base/new-day.ts'
import { usedCodeLists } from '#ui/page/rows/grid-columns.ts'
import type { GridScreen } from '#ui/page/model/grid-screen.ts'
import { PageModel } from '#ui/page/model/page-model.ts'
import { pageRegistration } from './page-registration.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { useChanges } from '#ui/base/use-changes.ts'

export interface PageProps<S> {
  readonly screen: S
  readonly tabKey: string
  readonly active: boolean
  /** Arguments of the tab, applied once. Each delivery is a new object. */
  readonly args?: Readonly<Record<string, string>> | undefined
}

/**
 * Creates the page of a tab, registers it with the shell and refreshes it when language or code
 * lists change.
 */
export function useGridPage(props: PageProps<GridScreen>): { page: PageModel; view: PageView } {
  const { screen, tabKey, active, args } = props
  const [page] = useState(() => new PageModel(screen, tabKey))
  const [view] = useState(() => new PageView())
  const language = useLanguage()
  const taken = useRef<typeof args>(undefined)
  useChanges(page.listeners)

  const isImporting = page.importing !== undefined
  useEffect(() => {
    // A spreadsheet import registers itself for the tab.
    return isImporting ? undefined : registerPage(tabKey, pageRegistration(page, view))
  }, [page, view, tabKey, isImporting])
  useEffect(() => {
    page.refreshColumns()
    const stop = codeLists.subscribe(() => page.refreshColumns())
    void codeLists.load(usedCodeLists([...page.columns, ...page.lineColumns]))
    return stop
  }, [page, language])
  useEffect(() => void settleUnanswered(), [])
  useEffect(() => onNewDay(() => page.renewDates()), [page])
  useEffect(() => {
    if (args === taken.current) return
    taken.current = args
    if (!args) return
    page.takeArguments(args)
    void findPage(tabKey)?.handle.search()
  }, [page, tabKey, args])
  useEffect(() => {
    if (screen.searchAtOpen && !taken.current) void findPage(tabKey)?.handle.search()
  }, [screen, tabKey])
  useEffect(() => {
    if (active) touchPage(tabKey)
  }, [active, tabKey])
  return { page, view }
}
