import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
} from 'react'
import { commandIds } from '#commands/index.ts'
import { label } from '#kernel/label.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { runCommand } from '#ui/keys/dispatch/run-command.ts'
import { loadFigures } from '#ui/remote/home-figures.ts'
import { onAnyChange } from '#ui/remote/changed-elsewhere.ts'
import {
  arrangeLines,
  watchHomeChoice,
  clearHome,
  saveHomeChoice,
  loadHome,
  orderAfterMove,
  useHome,
  type HomeChoice,
  type WorkLine,
  workTitle,
} from '#ui/remote/home-lines.ts'
import { registerPage, touchPage, type PageRegistration } from '#ui/tabs/page-registry.ts'
import { useWhileActive } from '#ui/tabs/use-while-active.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openRequested } from '#ui/workspace/open-by-name.ts'
import { isFirstWeekHidden, toggleFirstWeek } from './first-week.tsx'
import { loadingText } from '#ui/base/loading-text.ts'

const HOME_KEY = 'home'

/**
 * Keys of the lines: digits, then letters. `g` is omitted because it starts the sequences that open
 * screens.
 */
const lineKeys = '123456789abcdefhijklmnopqrstuvwxyz'

/** Throttle interval, because changes arrive in bursts. */
const CHANGE_PAUSE_MS = 250

/** Loads the counts when Home becomes active, and on every row change while it is active. */
function refreshCounts(): () => void {
  void loadHome()
  let timer: ReturnType<typeof setTimeout> | undefined
  // The interval starts at the first change, so continuous changes cannot postpone the reload.
  const stop = onAnyChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      void loadHome()
    }, CHANGE_PAUSE_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Reloads Home. Does not wait for the figures. */
function searchHome(): Promise<boolean> {
  const numbers = loadHome()
  void loadFigures(true)
  return numbers
}

function saveChoice(choice: HomeChoice): void {
  saveHomeChoice(choice).catch((error: unknown) => {
    notify('warn', error instanceof Error ? error.message : String(error))
  })
}

async function showHidden(lines: readonly WorkLine[], choice: HomeChoice): Promise<void> {
  const hidden = lines.filter(({ ID }) => choice.hidden.includes(ID))
  if (hidden.length === 0 && !isFirstWeekHidden()) {
    notify('info', t(label('숨긴 항목이 없습니다.', 'No hidden items.')))
    return
  }
  const { chooseLine } = await import('#ui/forms/choose-line.ts')
  const choices = hidden.map(({ ID, TITLE }) => ({
    line: { NAME: t(TITLE) },
    run: () => saveHomeChoice({ ...choice, hidden: choice.hidden.filter((id) => id !== ID) }),
  }))
  if (isFirstWeekHidden()) {
    choices.push({ line: { NAME: t(label('첫 주', 'First week')) }, run: toggleFirstWeek })
  }
  await chooseLine({
    title: t(label('항목 추가', 'Add an item')),
    columns: [{ name: 'NAME', title: label('할 일', 'To do'), width: '1fr' }],
    choices,
    placeholder: label('이름', 'Name'),
    none: label(
      '없는 항목입니다. 목록에서 선택하세요.',
      'Item not found. Select one from the list.',
    ),
  })
}

interface HomeWorkState {
  readonly all: readonly WorkLine[]
  readonly lines: readonly WorkLine[]
  readonly choice: HomeChoice
  readonly at: number
  readonly move: (at: number) => void
  readonly focus: () => boolean
}

function homeRegistration(work: () => HomeWorkState): PageRegistration {
  const reorder = (step: 1 | -1): void => {
    const { lines, at, choice, move } = work()
    const order = orderAfterMove(lines, at, step)
    if (!order) return
    saveChoice({ ...choice, order })
    move(at + step)
  }
  return {
    handle: {
      search: searchHome,
      focus: (zone) => zone === 'grid' && work().focus(),
      rows: () => [],
    },
    offers: () => ({
      'page.search': searchHome,
      'page.focus-grid': () => void work().focus(),
      ...(work().lines.length > 0 && {
        'home.open': () => openLine(work().lines[work().at]),
        'home.move-up': () => reorder(-1),
        'home.move-down': () => reorder(1),
        'home.hide': () => {
          const { lines, at, choice } = work()
          const id = lines[at]?.ID
          if (id) saveChoice({ ...choice, hidden: [...choice.hidden, id] })
        },
      }),
      'home.add': () => showHidden(work().all, work().choice),
    }),
    context: () => ({ setup: work().lines.some(({ SETUP }) => SETUP) }),
    status: () => ({ rowPosition: work().at + 1, rowCount: work().lines.length }),
    currentRow: () => undefined,
    currentTable: () => undefined,
    isDirty: () => false,
  }
}

function openLine(line: WorkLine | undefined): void {
  const step = commandIds.find((id) => id === line?.SETUP?.RUNS)
  if (step) runCommand(step)
  else if (line) openRequested(line.ROUTE, line.ARGS ?? undefined)
}

const noWork: HomeWorkState = {
  all: [],
  lines: [],
  choice: { order: [], hidden: [] },
  at: 0,
  move: () => undefined,
  focus: () => false,
}

function focusOn(element: HTMLElement | null): boolean {
  // The list can be taller than the page, which must keep its scroll position.
  element?.focus({ preventScroll: true })
  return element !== null
}

function useRegisteredWork(now: HomeWorkState): void {
  const work = useRef(noWork)
  useEffect(() => {
    work.current = now
    touchPage(HOME_KEY)
  }, [now])
  useEffect(
    () =>
      registerPage(
        HOME_KEY,
        homeRegistration(() => work.current),
      ),
    [],
  )
}

export function HomeWork(): JSX.Element {
  useLanguage()
  useEffect(() => watchHomeChoice(), [])
  useEffect(() => clearHome, [])
  useWhileActive(HOME_KEY, refreshCounts)
  const { lines: all, choice, phase } = useHome()
  const lines = arrangeLines(all, choice)
  const [place, setPlace] = useState(0)
  const at = Math.max(0, Math.min(place, lines.length - 1))
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    // Take over the focus from the placeholder list.
    if (document.activeElement === document.body) focusOn(list.current)
  }, [])
  useRegisteredWork({ all, lines, choice, at, move: setPlace, focus: () => focusOn(list.current) })

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key]
    if (to !== undefined) {
      const next = Math.max(0, Math.min(to, lines.length - 1))
      setPlace(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    }
    const key = event.code.replace(/^(?:Digit|Key|Numpad)/, '').toLowerCase()
    const named = to === undefined && !event.shiftKey ? lineKeys.indexOf(key) : -1
    const line = key.length === 1 && named >= 0 ? lines[named] : undefined
    if (line) {
      setPlace(named)
      openLine(line)
    }
    if (to !== undefined || line) event.preventDefault()
  }

  return (
    <section className="frame home-work">
      <h2 className="frame-title" id={`${id}-title`}>
        {t(workTitle(all, lines))}
      </h2>
      <div
        ref={list}
        className="home-lines"
        data-zone="home"
        data-zone-entry=""
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${id}-title`}
        aria-busy={phase === 'loading'}
        aria-activedescendant={lines[at] ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        {lines.map((line, index) => (
          <HomeLine
            key={line.ID}
            id={`${id}-${index}`}
            line={line}
            sign={lineKeys[index] ?? ''}
            isCurrent={index === at}
            startsPart={index > 0 && line.PART_CD !== lines[index - 1]?.PART_CD}
          />
        ))}
        {lines.length === 0 && <p className="quiet home-empty">{t(emptyTexts[phase])}</p>}
      </div>
    </section>
  )
}

const emptyTexts = {
  loading: loadingText,
  shown: label(
    '권한이 있는 화면에 할 일이 생기면 여기에 표시됩니다.',
    'Work to do on your screens appears here.',
  ),
  failed: label(
    '할 일을 불러오지 못했습니다. F8로 다시 조회하세요.',
    'The to-do list could not be loaded. Press F8 to search again.',
  ),
}

interface LineProps {
  readonly id: string
  readonly line: WorkLine
  readonly sign: string
  readonly isCurrent: boolean
  readonly startsPart: boolean
}

function HomeLine({ id, line, sign, isCurrent, startsPart }: LineProps): JSX.Element {
  const { TITLE, COUNT, PART, HISTORY, TONE, LATEST, SETUP } = line
  const part = PART && PART.COUNT > 0 ? t(PART.TEXT).replace('#', count(PART.COUNT)) : ''
  const number = LATEST === null ? count(COUNT) : timeText(LATEST)
  const tone = COUNT === 0 ? 'quiet' : (TONE ?? (part ? PART?.TONE : undefined) ?? 'strong')
  return (
    <div
      id={id}
      role="option"
      className="home-line"
      aria-selected={isCurrent}
      data-part={startsPart || undefined}
      data-none={(COUNT === 0) !== (SETUP !== null) || undefined}
      onClick={() => openLine(line)}
    >
      <span className="key">{sign}</span>
      <span className="home-title">{t(TITLE)}</span>
      {SETUP ? (
        <>
          <span className={`home-count tone-${COUNT > 0 ? 'quiet' : 'accent'}`}>
            {COUNT > 0 ? `✓ ${t(stepTexts.done)}` : t(stepTexts.open)}
          </span>
          <span className="home-todo quiet">{COUNT > 0 ? '' : t(SETUP.HINT)}</span>
        </>
      ) : (
        <>
          <span className={`home-count tone-${tone}`}>{number}</span>
          <Sparkline values={HISTORY} tone={tone} />
          <span className={part ? `tone-${PART?.TONE}` : ''}>{part}</span>
        </>
      )}
    </div>
  )
}

const stepTexts = { done: label('완료', 'done'), open: label('할 일', 'to do') }

const count = (number: number): string => number.toLocaleString('en-US')

/** Date and time as `11-23 18:00`. */
function timeText(timestamp: string): string {
  const [, month, day, hour, minute] = /^\d{4}(..)(..)(..)(..)/.exec(timestamp) ?? []
  return month ? `${month}-${day} ${hour}:${minute}` : t(label('없음', 'none'))
}

const WIDTH = 110
const HEIGHT = 18

function Sparkline({ values, tone }: { values: WorkLine['HISTORY']; tone: string }): JSX.Element {
  if (!values || values.every((value) => value === 0)) return <span />
  const highest = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = (index * (WIDTH - 6)) / Math.max(1, values.length - 1) + 2
    return [x, HEIGHT - 3 - (value / highest) * (HEIGHT - 6)] as const
  })
  const [x, y] = points.at(-1) ?? [0, 0]
  const colour = tone === 'quiet' || tone === 'strong' ? 'accent' : tone
  return (
    <svg width={WIDTH} height={HEIGHT} className={`tone-${colour}`} aria-hidden="true">
      <polyline
        points={points.map((point) => point.join()).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
      />
      <circle cx={x} cy={y} r={2} fill="currentColor" />
    </svg>
  )
}
