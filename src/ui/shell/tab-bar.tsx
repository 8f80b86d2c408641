import { useRef, type JSX, type KeyboardEvent } from 'react'
import { focusPage } from '#ui/tabs/focus.ts'
import { goToTab } from '#ui/workspace/navigation.ts'
import { isPageBusy, findPage, usePages } from '#ui/tabs/page-registry.ts'
import { closeTabByKey } from './shell-handle.ts'
import { useScrollIntoView } from '#ui/base/use-scroll-into-view.ts'
import { useTabs, type Tab } from '#ui/tabs/tabs.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

/** Open pages, numbered for Alt+1 … 9. A single tab stop, with arrow keys between the tabs. */
export function TabBar(): JSX.Element {
  useLanguage()
  usePages()
  const { tabs, active } = useTabs()
  const list = useRef<HTMLDivElement>(null)
  useScrollIntoView(list, '[aria-selected=true]', active)

  function onKeyDown(event: KeyboardEvent): void {
    const index = tabs.findIndex((tab) => tab.key === active)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : tabs.at((index + step) % tabs.length)
    if (next) {
      goToTab(next)
      list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus()
    } else if (event.key === 'Delete') void closeTabByKey(active)
    else if (event.key === 'Enter' || event.key === ' ') focusPage()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={list}
      className="tab-bar"
      role="tablist"
      data-zone="tabs"
      aria-label={t(label('열린 화면', 'Open screens'))}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab, index) => (
        <TabHead key={tab.key} tab={tab} position={index + 1} active={tab.key === active} />
      ))}
    </div>
  )
}

interface HeadProps {
  readonly tab: Tab
  readonly position: number
  readonly active: boolean
}

function TabHead({ tab, position, active }: HeadProps): JSX.Element {
  const isDirty = findPage(tab.key)?.isDirty() ?? false
  const name = tab.copy > 0 ? `${t(tab.title)} (${tab.copy + 1})` : t(tab.title)
  return (
    <div
      className="tab"
      role="tab"
      tabIndex={active ? 0 : -1}
      aria-selected={active}
      aria-busy={isPageBusy(tab.key)}
      aria-controls={`panel-${tab.key}`}
      data-tab={tab.key}
      onMouseDown={(event) => {
        if (event.button !== 1) return
        event.preventDefault()
        void closeTabByKey(tab.key)
      }}
      onClick={() => goToTab(tab)}
    >
      <span className="tab-number" aria-hidden="true">
        {position <= 9 ? position : ''}
      </span>
      <span>{name}</span>
      {isDirty && (
        <span className="tab-dirty" title={t(unsaved)}>
          ●<span className="visually-hidden">{t(unsaved)}</span>
        </span>
      )}
      {tab.screen && (
        <span
          className="tab-close"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            void closeTabByKey(tab.key)
          }}
        >
          ×
        </span>
      )}
    </div>
  )
}

const unsaved = label('저장하지 않은 변경', 'Unsaved changes')
