import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
} from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { exactEntry } from '#kernel/exact-entry.ts'
import type { Field, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { findEntries } from '#ui/remote/lookup-source.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { t } from '#ui/base/language.ts'
import { openPopup, type PopupOptions, type PopupProps } from '#ui/windows/popup-stack.ts'
import { popupSize } from '#ui/windows/popup-page.ts'

export interface HelpRequest {
  /** Field with the name of its value help: `owner`, `ship-to`. */
  readonly field: Pick<Field, 'label' | 'lookup'>
  readonly text: string
  readonly context: WireRow
}

/**
 * Lets the user select an entry of a value help. If it is closed without a selection, returns the
 * entry whose code or name matches the typed text exactly (spec §5), or undefined.
 */
export async function valueHelp({
  field,
  text: typed,
  context,
}: HelpRequest): Promise<WireRow | undefined> {
  let exact: WireRow | undefined
  const list: ListContent = {
    text: typed,
    columns: codeColumns,
    find: (text) => findEntries(field.lookup ?? '', text, context),
    onExact: (entry) => {
      exact = entry
    },
  }
  const title = `${t(label('코드도움', 'Code lookup'))} · ${t(field.label)}`
  return (await pickRow(list, { ...popupSize('CommonPopup'), title })) ?? exact
}

type ListContent = Omit<ListProps, 'close'>

/** Lets the user select a row of a list in a popup. Undefined if it is closed without a choice. */
export function pickRow(list: ListContent, popup: PopupOptions): Promise<WireRow | undefined> {
  const Body = ({ close }: PopupProps<WireRow>): JSX.Element => <HelpList {...list} close={close} />
  return openPopup(Body, popup)
}

/** Rows that show the typed text, in one column or across neighbouring ones. */
export function rowsContaining(rows: readonly WireRow[], text: string): readonly WireRow[] {
  const typed = text.normalize('NFC').trim().toLowerCase()
  return rows.filter((row) => Object.values(row).join(' ').toLowerCase().includes(typed))
}

export function valueHelpProps(field: HelpRequest['field'], context: WireRow) {
  if (field.lookup === undefined) return {}
  return { onValueHelp: (text: string) => valueHelp({ field, text, context }) }
}

/** A column of the list. Titles are shown if there is more than code and name. */
export interface HelpColumn {
  readonly name: string
  readonly title: Label
  readonly width: string
  readonly isNumber?: boolean
}

export const codeColumns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('코드', 'Code'), width: '160px' },
  { name: 'NAME', title: label('이름', 'Name'), width: '1fr' },
]

type Find = (text: string) => Promise<readonly WireRow[]>

interface ListProps {
  /** Initial text. Empty by default. */
  readonly text?: string
  readonly columns: readonly HelpColumn[]
  readonly find: Find
  readonly close: (row?: WireRow) => void
  readonly placeholder?: Label
  readonly none?: Label
  readonly action?: Label
  readonly onExact?: (entry: WireRow | undefined) => void
  /** Multi-select lists. Space or a click toggles an entry. */
  readonly several?: {
    readonly isTaken: (row: WireRow) => boolean
    readonly toggle: (row: WireRow) => void
    readonly taken: string
  }
}

const FETCH_DELAY_MS = 200

/** Entries that match the text. The request is debounced by 200 ms (spec §9). */
function useEntries(find: Find, text: string) {
  const [state, setState] = useState<{
    rows: readonly WireRow[]
    asked?: string
    error?: string
  }>({ rows: [] })
  const first = useRef(true)
  const findLatest = useEffectEvent(find)
  useEffect(() => {
    let isWanted = true
    const ask = (): void => {
      findLatest(text).then(
        (rows) => isWanted && setState({ rows, asked: text }),
        (error: unknown) =>
          isWanted && setState({ rows: [], asked: text, error: (error as Error).message }),
      )
    }
    const timer = setTimeout(ask, first.current ? 0 : FETCH_DELAY_MS)
    first.current = false
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [text])
  return state
}

export function HelpList(props: ListProps): JSX.Element {
  const { text: start = '', columns, find, close, onExact, none = noMatch, action = choose } = props
  const { several } = props
  const hint = t(props.placeholder ?? codeOrName)
  const listId = useId()
  const [text, setText] = useState(start)
  const { rows, asked, error } = useEntries(find, text)
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, Math.max(rows.length - 1, 0))
  const isAnswered = asked === text
  const entered = useRef<() => void>(undefined)
  useEffect(() => {
    if (!entered.current || !isAnswered) return
    if (rows[at]) close(rows[at])
    entered.current()
    entered.current = undefined
  })
  useEffect(() => {
    onExact?.(text === '' ? undefined : exactEntry(rows, text))
  }, [rows, text, onExact])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229 || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      // The number of pending rows is unknown, so the cursor has no upper limit yet.
      setChosen(Math.max((isAnswered ? at : chosen) + step, 0))
    }
    if (several && event.key === ' ') {
      event.preventDefault()
      if (isAnswered && rows[at]) several.toggle(rows[at])
    }
    if (event.key !== 'Enter' || (isAnswered && !rows[at])) return
    event.preventDefault()
    // Rows of an older text must not be selected. Enter refers to the current text.
    if (isAnswered) close(rows[at])
    else void bufferKeysWhile(new Promise<void>((resolve) => (entered.current = resolve)))
  }
  return (
    <div className="help-list">
      {several && <SelectedCodes codes={several.taken} />}
      <input
        className="input"
        data-autofocus=""
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-activedescendant={rows[at] ? `${listId}-${at}` : undefined}
        aria-label={hint}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <EntryRows id={listId} {...{ columns, rows, at, several, close }} />
      <p className="help-foot" role="status">
        {error ?? footText(rows.length, asked === text, { text, none, action })}
      </p>
    </div>
  )
}

function SelectedCodes({ codes }: { readonly codes: string }): JSX.Element {
  return (
    <p className="quiet">
      {t(label('선택한 코드', 'Selected codes'))} <b className="mono">{codes || '–'}</b>
    </p>
  )
}

const codeOrName = label('코드 또는 이름', 'Code or name')
const noMatch = label('일치하는 코드가 없습니다.', 'No matching codes.')
const enterCodeOrName = label('코드나 이름을 입력하세요.', 'Enter a code or name.')
const choose = label('선택', 'select')

interface FootWords {
  readonly text: string
  readonly none: Label
  readonly action: Label
}

function footText(count: number, isSettled: boolean, { text, none, action }: FootWords): string {
  if (!isSettled) return t(label('찾는 중…', 'Searching…'))
  if (count === 0) return t(none === noMatch && text.trim() === '' ? enterCodeOrName : none)
  const found = t(label(`${formatCount(count)}건 · ↑↓ 이동`, `${formatCount(count)} · ↑↓ move`))
  const more = count >= 200 ? t(label(' · 더 입력해 좁히세요', ' · type more to narrow')) : ''
  return `${found} · ↵ ${t(action)}${more}`
}

interface RowsProps {
  readonly id: string
  readonly columns: readonly HelpColumn[]
  readonly rows: readonly WireRow[]
  readonly at: number
  readonly several: ListProps['several']
  readonly close: (row: WireRow) => void
}

function EntryRows({ id, columns, rows, at, several, close }: RowsProps): JSX.Element {
  const { isTaken, toggle: choose = close } = several ?? {}
  const current = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which is not a valid effect cleanup.
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const widths = columns.map(({ width }) => width)
  const tracks = { gridTemplateColumns: [...(isTaken ? ['20px'] : []), ...widths].join(' ') }
  return (
    <>
      {columns.length > codeColumns.length && (
        <div className="help-head" style={tracks}>
          {columns.map(({ name, title, isNumber }) => (
            <span key={name} data-number={isNumber || undefined}>
              {t(title)}
            </span>
          ))}
        </div>
      )}
      <div
        id={id}
        className="help-rows"
        role="listbox"
        aria-label={t(label('결과', 'Results'))}
        aria-multiselectable={isTaken !== undefined}
      >
        {rows.map((row, index) => (
          <div
            key={`${row['CODE']} ${index}`}
            id={`${id}-${index}`}
            ref={index === at ? current : undefined}
            role="option"
            aria-selected={isTaken?.(row) ?? index === at}
            data-current={(isTaken && index === at) || undefined}
            className={isTaken ? 'help-row role-row' : 'help-row'}
            style={tracks}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(row)}
          >
            {isTaken && <span aria-hidden="true">{isTaken(row) ? '☑' : '☐'}</span>}
            {columns.map(({ name, isNumber }) => (
              <span
                key={name}
                className={name === 'NAME' ? undefined : 'mono'}
                data-number={isNumber || undefined}
              >
                {row[name]}
              </span>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
