import { useEffect, useRef, useState, useSyncExternalStore, type JSX, type RefObject } from 'react'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { focusUnlessMoved } from '#ui/tabs/focus.ts'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { registerPage, touchPage } from '#ui/tabs/page-registry.ts'
import { scanRouter } from '#ui/scanner/scanner.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { resumeOpener } from '#ui/keys/dispatch/resume-opener.ts'
import { notify } from '#ui/windows/notify.tsx'
import { Grid } from '#ui/grid/grid.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { ScanFacts } from './scan-facts.tsx'
import './scan-page.css'
import { ScanPrompt } from './scan-prompt.tsx'
import { ScanResult } from './scan-result.tsx'
import { WaitingDocuments } from './waiting-documents.tsx'
import { ScanSession, scanRegistration } from './scan-session.ts'

export function ScanPage({ screen, tabKey, active, args }: PageProps<ScanScreen>): JSX.Element {
  const [session] = useState(() => new ScanSession(screen))
  const { station } = session
  const state = useSyncExternalStore(station.listeners.add, () => station.state)
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  usePage(session, tabKey)
  useFit(session, box)
  useEffect(() => {
    const refresh = (): void => session.lines.refreshColumns()
    refresh()
    void codeLists.load(session.lines.codeLists)
    return codeLists.subscribe(refresh)
  }, [session, language])
  useEffect(() => {
    if (active) focusUnlessMoved(() => session.focusPrompt())
  }, [session, active])
  const opened = useRef('')
  useEffect(() => {
    const number = args?.[screen.documentKey]
    if (number === undefined) return
    opened.current = number
    void station.open(number)
  }, [station, screen, args])
  useEffect(() => {
    const isOpened = state.document?.[screen.documentKey] === opened.current
    if (!state.isFinished || !isOpened || !resumeOpener(tabKey)) return
    if (state.last?.message) notify('success', state.last.message)
  }, [state.isFinished, state.document, state.last, screen, tabKey])
  return (
    <div className="scan-page" onKeyDown={(event) => onKeyDown(event.nativeEvent, session)}>
      <div className="scan-left">
        <ScanFacts screen={screen} state={state} />
        <div
          ref={box}
          className="scan-lines"
          data-zone="grid"
          // The lines are read-only and the prompt keeps the focus. Restore it after the click,
          // because the grid focuses itself.
          onPointerUp={() => requestAnimationFrame(() => session.focusPrompt())}
        >
          {state.document === undefined && <WaitingDocuments screen={screen} />}
          <Grid
            model={session.lines.model}
            label={t(screen.lines.source.title)}
            emptyText={emptyText(screen, state.document !== undefined)}
          />
        </div>
        <ScanPrompt session={session} />
      </div>
      <ScanResult screen={screen} state={state} />
    </div>
  )
}

function useFit(session: ScanSession, box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) session.lines.fit(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [session, box])
}

function emptyText(screen: ScanScreen, isOpen: boolean): string {
  if (isOpen) return t(label('스캔할 행이 없습니다.', 'Nothing to scan.'))
  const title = screen.document.output[screen.documentKey]?.label
  return t(
    label(
      `${title?.ko ?? '전표'}${josa(title?.ko ?? '전표', '을/를')} 스캔하면 여기에 표시됩니다.`,
      `Scan the ${title?.en.toLowerCase() ?? 'document'} to start.`,
    ),
  )
}

function usePage(session: ScanSession, tabKey: string): void {
  useEffect(() => {
    const unregister = registerPage(tabKey, scanRegistration(session))
    const touch = (): void => touchPage(tabKey)
    const stops = [session.listeners.add(touch), scanRouter.queue.subscribe(touch)]
    return () => {
      for (const stop of stops) stop()
      unregister()
    }
  }, [session, tabKey])
}

/** Escape cancels the input in the prompt, regardless of the focus. */
function onKeyDown(event: KeyboardEvent, session: ScanSession): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  if (event.key !== 'Escape' || event.ctrlKey || event.metaKey || !session.leave()) return
  event.preventDefault()
  event.stopPropagation()
}
