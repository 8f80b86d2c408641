import { useEffect, useState, type JSX, type KeyboardEvent } from 'react'
import type { WireRow } from '#kernel/field.ts'
import type { Query } from '#kernel/operation.ts'
import { resolveColumns } from '#kernel/screen.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { gridTexts } from '#ui/grid/edit/grid-texts.ts'
import { Grid } from '#ui/grid/grid.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { codeListsOf, gridColumns } from '#ui/page/rows/grid-columns.ts'
import { askQuery, failureOf } from '#ui/remote/query-call.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import { useTheme } from '#ui/base/theme.ts'
import './ledger.css'

interface RowsProps {
  readonly source: Query
  readonly search: WireRow
  readonly emptyText: string
  /** Said above the rows once they are there. */
  readonly summary: (rows: readonly WireRow[]) => string
  /** What the Delete key does with the current row, and how that is said; the rows follow. */
  readonly remove?: { readonly hint: string; readonly run: (row: WireRow) => Promise<void> }
  /** Column whose whole text stands under the rows, for the current one. */
  readonly whole?: string
}

type Answer = { readonly rows: readonly WireRow[] } | { readonly failed: string }

/** The answer to one question in a window: read only, with everything a grid can do. */
export function RowsView(props: RowsProps): JSX.Element {
  const { source, search, emptyText, summary, remove, whole } = props
  const language = useLanguage()
  const theme = useTheme()
  const [answer, setAnswer] = useState<Answer>()
  const [turn, setTurn] = useState(0)
  const [columns] = useState(() =>
    resolveColumns(source.name, source.output, Object.keys(source.output)),
  )
  const [model] = useState(
    () => new GridModel({ columns: gridColumns(columns, false), trackChanges: false }),
  )
  useEffect(() => {
    const asking = new AbortController()
    const ask = async (): Promise<void> => {
      const lists = codeLists.load(codeListsOf(columns))
      const rows = await askQuery({ source }, search, asking.signal)
      await lists
      // Names of codes came with their lists.
      model.setColumns(gridColumns(columns, false))
      model.setData(rows)
      setAnswer({ rows })
    }
    ask().catch((error: unknown) => {
      if (asking.signal.aborted) return
      const { text, advice } = failureOf(error)
      setAnswer({ failed: `${text} ${advice}` })
    })
    return () => asking.abort()
  }, [model, columns, source, search, turn])
  function onKeyDown(event: KeyboardEvent): void {
    const { current } = model
    if (event.key !== 'Delete' || !remove || !current) return
    event.preventDefault()
    void remove.run(model.row(current.row)).then(() => setTurn((before) => before + 1))
  }
  const waiting = t({ ko: '조회하는 중…', en: 'Searching…' })
  const isFailed = answer !== undefined && 'failed' in answer
  const line =
    answer === undefined ? waiting : 'failed' in answer ? answer.failed : summary(answer.rows)
  return (
    <div className="rows-popup" onKeyDown={onKeyDown}>
      <p className={isFailed ? 'rows-popup-line tone-stop' : 'rows-popup-line'} role="status">
        {line}
      </p>
      <Grid
        model={model}
        label={t(source.title)}
        theme={theme}
        texts={gridTexts[language]}
        emptyText={answer === undefined ? waiting : emptyText}
        rowNumbers
        autoFocus
      />
      {remove && <p className="help-foot">Del {remove.hint}</p>}
      {whole !== undefined && <WholeText model={model} column={whole} />}
    </div>
  )
}

/** A text that is too long for its cell. */
function WholeText({ model, column }: { model: GridModel; column: string }): JSX.Element {
  useGridVersion(model)
  const row = model.current?.row
  const text = row === undefined ? null : model.value(row, column)
  return <pre className="rows-popup-whole mono">{text}</pre>
}
