import { useCallback, useEffect, useState, type JSX, type KeyboardEvent } from 'react'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Query } from '#kernel/operation.ts'
import { resolveColumns, type Tone } from '#kernel/screen.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { Grid } from '#ui/grid/grid.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { usedCodeLists, gridColumns } from '#ui/page/rows/grid-columns.ts'
import { postQuery, toFailure } from '#ui/remote/query-call.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import { PopupButtons, usePopupKeys, type PopupButton } from '#ui/windows/popup-buttons.tsx'
import type { PopupKey } from '#ui/windows/popup-stack.ts'
import './ledger.css'

type RowsSource = Pick<Query, 'name' | 'title' | 'output'>

export interface RowsProps {
  readonly source: Query
  readonly search: WireRow
  readonly emptyText: string
  readonly summary: (rows: readonly WireRow[]) => string
  /** Action of the Delete key on the current row and its hint. The rows are reloaded afterwards. */
  readonly remove?:
    | { readonly hint: string; readonly run: (row: WireRow) => Promise<void> }
    | undefined
  /**
   * Action on the current row: a button and Alt with a letter. The rows are reloaded afterwards.
   */
  readonly act?:
    | {
        readonly title: Label
        readonly letter: string
        readonly run: (row: WireRow) => Promise<void>
      }
    | undefined
  /** Column whose full text is shown below the rows, for the current row. */
  readonly fullTextColumn?: string
  readonly onEnter?: ((row: WireRow) => void) | undefined
  /** Title of the Enter action, shown in the legend. */
  readonly enterTitle?: Label
  readonly onBack?: (() => void) | undefined
}

const backTitle = label('돌아가기', 'Back')
const chooseTitle = label('선택', 'Select')
const backHint = label('⌫ 돌아가기', '⌫ Back')
const ledgerHint = label('Enter 원장 행 · ⌫ 돌아가기', 'Enter ledger rows · ⌫ Back')

type RowsResult = { readonly rows: readonly WireRow[] } | { readonly failed: string }

/** Query result in a popup: read-only, with all grid features. */
export function RowsView({ source, search, ...rest }: RowsProps): JSX.Element {
  const ask = useCallback(
    (signal: AbortSignal) => postQuery({ source }, search, signal),
    [source, search],
  )
  return <QueryRowsPopup {...rest} source={source} ask={ask} />
}

interface PromptRowsProps extends Omit<RowsProps, 'source' | 'search'> {
  readonly source: RowsSource
  /** Called again when the function changes. */
  readonly ask: (signal: AbortSignal) => Promise<readonly WireRow[]>
  readonly tones?: Readonly<Record<string, Tone>>
}

function popupColumns({ name, output }: RowsSource, tones: PromptRowsProps['tones']) {
  const uses = Object.keys(output).map((field) => {
    const tone = tones?.[field]
    if (tone === undefined) return field
    return { field, tone: (row: WireRow) => (row[field] ? tone : undefined) }
  })
  return resolveColumns(name, output, uses)
}

type RowKeyProps = Pick<PromptRowsProps, 'onEnter' | 'enterTitle' | 'onBack' | 'remove'>

function rowKeys({ onEnter, enterTitle = chooseTitle, onBack, remove }: RowKeyProps): PopupKey[] {
  return [
    ...(onEnter ? [{ keys: 'Enter', title: enterTitle }] : []),
    ...(onBack ? [{ keys: 'Backspace', title: backTitle }] : []),
    ...(remove ? [{ keys: 'Delete', title: label(remove.hint, remove.hint) }] : []),
  ]
}

export function QueryRowsPopup(props: PromptRowsProps): JSX.Element {
  const { source, ask: askRows, emptyText, summary, remove, act, fullTextColumn, tones } = props
  const { onEnter, onBack } = props
  useLanguage()
  const [result, setResult] = useState<RowsResult>()
  const [turn, setTurn] = useState(0)
  const [columns] = useState(() => popupColumns(source, tones))
  const [model] = useState(
    () => new GridModel({ columns: gridColumns(columns, false), trackChanges: false }),
  )
  useEffect(() => {
    const request = new AbortController()
    const ask = async (): Promise<void> => {
      const lists = codeLists.load(usedCodeLists(columns))
      const rows = await askRows(request.signal)
      await lists
      // Set the columns again, because the names of coded values are now loaded.
      model.setColumns(gridColumns(columns, false))
      model.setData(rows)
      setResult({ rows })
    }
    ask().catch((error: unknown) => {
      if (request.signal.aborted) return
      const { text, advice } = toFailure(error)
      setResult({ failed: `${text} ${advice}` })
    })
    return () => request.abort()
  }, [model, columns, askRows, turn])
  function runOn(run: (row: WireRow) => Promise<void>): void {
    const { current } = model
    if (current) void run(model.row(current.row)).then(() => setTurn((before) => before + 1))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Backspace' && onBack) return onBack()
    const isAct = act && event.altKey && event.code === `Key${act.letter}`
    const run = isAct ? act.run : event.key === 'Delete' ? remove?.run : undefined
    if (!run || !model.current) return
    event.preventDefault()
    runOn(run)
  }
  usePopupKeys(rowKeys(props))
  const waiting = t(label('조회하는 중…', 'Searching…'))
  const isFailed = result !== undefined && 'failed' in result
  const line =
    result === undefined ? waiting : 'failed' in result ? result.failed : summary(result.rows)
  return (
    <div className="rows-popup" onKeyDown={onKeyDown}>
      <p className={isFailed ? 'rows-popup-line tone-stop' : 'rows-popup-line'} role="status">
        {line}
      </p>
      <Grid
        model={model}
        label={t(source.title)}
        emptyText={result === undefined ? waiting : emptyText}
        fits
        rowNumbers
        autoFocus
        {...(onEnter && { onActivate: (at: number) => onEnter(model.row(at)) })}
      />
      {onBack && <p className="help-foot">{t(onEnter ? ledgerHint : backHint)}</p>}
      {remove && <p className="help-foot">Del {remove.hint}</p>}
      {act && <PopupButtons asKeys buttons={[toButton(act, () => runOn(act.run))]} />}
      {fullTextColumn !== undefined && <FullText model={model} column={fullTextColumn} />}
    </div>
  )
}

function toButton({ title, letter }: NonNullable<RowsProps['act']>, run: () => void): PopupButton {
  return { title, keyName: `Alt+${letter}`, run }
}

function FullText({ model, column }: { model: GridModel; column: string }): JSX.Element {
  useGridVersion(model)
  const row = model.current?.row
  const text = row === undefined ? null : model.value(row, column)
  return (
    <pre tabIndex={0} className="rows-popup-whole mono">
      {text}
    </pre>
  )
}
