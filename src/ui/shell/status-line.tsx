import { useEffect, useReducer, useSyncExternalStore, type JSX } from 'react'
import { useSnapshot } from 'valtio'
import type { ContextValues } from '#kernel/context-keys.ts'
import { label, type Label } from '#kernel/label.ts'
import { useChangedElsewhere } from '#ui/remote/changed-elsewhere.ts'
import { currentContext } from '#ui/keys/dispatch/context.ts'
import { commandKeyLabel, platform, useCount, useKeySequence } from '#ui/keys/dispatch/keyboard.ts'
import { network } from '#ui/base/network.ts'
import { findPage, usePages, type PageStatus } from '#ui/tabs/page-registry.ts'
import { missingRightState } from '#ui/remote/missing-right.ts'
import { useSession } from '#ui/remote/session.ts'
import { selectionText } from './selection-text.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { canUndo, lastActionText } from '#ui/tabs/last-action.ts'
import { useTabs } from '#ui/tabs/tabs.ts'
import { isCommandModeOn, onCommandMode } from '#ui/keys/command-mode.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { keyProfile } from '#ui/keys/key-settings.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { LedgerBadge } from '#ui/business/ledger-badge.tsx'
import { usePopups } from '#ui/windows/popup-stack.ts'
import { JobsState } from './jobs-state.tsx'
import { ScannerState } from '#ui/scanner/tools/scanner-state.tsx'

const number = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 3 })

function useRenderOnFocus(): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const watching = new AbortController()
    document.addEventListener('focusin', redraw, { signal: watching.signal })
    return () => watching.abort()
  }, [])
}

export function useContextValues(): ContextValues {
  useRenderOnFocus()
  usePages()
  useTabs()
  usePopups()
  useSession()
  useSnapshot(shellState)
  useSnapshot(missingRightState)
  useSyncExternalStore(onCommandMode, isCommandModeOn)
  return currentContext()
}

export function modeLabel(context: ContextValues): Label {
  if (context['dialogOpen']) return label('확인', 'Confirm')
  if (context['popupOpen']) return label('팝업', 'Popup')
  if (context['paletteOpen']) return label('명령', 'Command')
  if (context['kind'] === 'scan') return label('스캔', 'Scan')
  if (context['editing']) return label('편집', 'Edit')
  // In an editable grid the mode shows whether letters are commands or input.
  if (context['grid'] && context['editable'] && keyProfile().commandMode) {
    return context['commandMode']
      ? label('그리드 · 명령', 'Grid · commands')
      : label('그리드 · 입력', 'Grid · typing')
  }
  if (context['detail']) return label('상세', 'Lines')
  if (context['station']) return label('스캔', 'Scan')
  const zone = String(context['zone'])
  return modes[zone] ?? label('화면', 'Page')
}

const modes: Readonly<Record<string, Label>> = {
  grid: label('그리드', 'Grid'),
  search: label('조회', 'Search'),
  form: label('입력', 'Form'),
  chart: label('차트', 'Chart'),
  home: label('홈', 'Home'),
  menu: label('메뉴', 'Menu'),
  tabs: label('탭', 'Tabs'),
}

export function StatusLine(): JSX.Element {
  useLanguage()
  const context = useContextValues()
  const { wcode } = useSession()
  const { tabs, active } = useTabs()
  const tab = tabs.find((candidate) => candidate.key === active)
  const status: PageStatus = findPage(active)?.status() ?? {}
  const sequence = useKeySequence()
  const count = useCount()
  return (
    <div className="status-line">
      <span className="status-mode">{t(modeLabel(context))}</span>
      <span className="quiet">{wcode}</span>
      <span className="quiet">{tab?.screen?.route ?? 'Home'}</span>
      <RowStatus status={status} />
      {status.note ? <span>{status.note}</span> : <LastAction tabKey={active} />}
      {status.next?.map(({ command, title }) => (
        <span key={command} className="quiet">
          {t(title)} <span className="key">{commandKeyLabel(command)}</span>
        </span>
      ))}
      <ChangedElsewhere tabKey={active} />
      {count !== '' && <span className="tone-accent">{count}×</span>}
      {sequence.missed && (
        <span className="tone-warn">
          {keyLabel(sequence.missed, platform)} {t(label('지정되지 않은 키', 'not assigned'))}
        </span>
      )}
      <span className="status-gap" />
      <JobsState />
      <LedgerBadge openKey={commandKeyLabel('ledger.findings')} />
      <ScannerState />
      <NetworkStatus />
    </div>
  )
}

function LastAction({ tabKey }: { readonly tabKey: string }): JSX.Element | null {
  const lastAction = lastActionText(tabKey)
  if (lastAction === '') return null
  return (
    <>
      <span>{lastAction}</span>
      {canUndo(tabKey) && (
        <span className="quiet">
          {t(label('되돌리기', 'Undo'))} <span className="key">{commandKeyLabel('row.undo')}</span>
        </span>
      )}
    </>
  )
}

/** Notice that other users changed the shown rows. */
function ChangedElsewhere({ tabKey }: { readonly tabKey: string }): JSX.Element | null {
  const mark = useChangedElsewhere(tabKey)
  const { user } = useSession()
  if (!mark) return null
  const text =
    mark.by === ''
      ? mayHaveChanged
      : mark.by === user?.userId
        ? changedOnOtherScreen
        : changedByOthersText
  return (
    <span className="tone-warn" role="status">
      {t(text)} · {commandKeyLabel('page.search')} {t(label('다시 조회', 'search again'))}
    </span>
  )
}

const changedByOthersText = label('다른 사용자가 변경함', 'Changed by another user')
const changedOnOtherScreen = label('다른 화면에서 변경함', 'Changed on another screen')
const mayHaveChanged = label('변경되었을 수 있음', 'May have changed')

function RowStatus({ status }: { readonly status: PageStatus }): JSX.Element {
  const { rowPosition, rowCount, selection } = status
  return (
    <>
      {rowCount !== undefined && (
        <span className="quiet">
          {t(label('행', 'Row'))} {rowPosition === undefined ? '–' : number.format(rowPosition)} /{' '}
          {number.format(rowCount)}
        </span>
      )}
      {selection && <span className="quiet">{t(selectionText(selection))}</span>}
    </>
  )
}

function NetworkStatus(): JSX.Element {
  const { pendingSaves, retrying, reason, latencyMs, readsReplica } = useSnapshot(network)
  return (
    <>
      {retrying > 0 && (
        <span className="tone-warn" role="status">
          {reason ?? t(label('연결 끊김 · 재전송 중', 'Offline · retrying'))}
        </span>
      )}
      <span className={pendingSaves > 0 ? 'tone-warn' : 'quiet'}>
        {t(label('저장 대기', 'Pending saves'))} {pendingSaves}
      </span>
      {readsReplica && <span className="quiet">{t(label('복제 DB', 'Replica'))}</span>}
      <span className="quiet status-latency">{latencyMs === undefined ? '–' : latencyMs} ms</span>
    </>
  )
}
