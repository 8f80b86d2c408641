import { useState, type JSX, type KeyboardEvent, type Ref } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { formatCell } from '#ui/grid/columns/cell-input.ts'
import type { FilterCondition, FilterOperator } from '#ui/grid/rows/filter.ts'
import { filterOperators, parseCondition, type TypedCondition } from '#ui/grid/rows/filter-text.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { errorText } from '#ui/grid/edit/grid-texts.ts'
import { t } from '#ui/base/language.ts'

interface FilterLineProps {
  readonly model: GridModel
  readonly valueRef?: Ref<HTMLInputElement>
  readonly autoFocus?: boolean
  readonly onLeave: () => void
}

const twoValuesNeeded = label(
  '값 두 개를 쉼표나 ~로 구분해 입력하세요.',
  'Enter two values separated by a comma or ~.',
)

const severalSpans = label(
  '목록에는 시각이 있는 값만 여러 개 입력할 수 있습니다. 기간은 범위로 지정하세요.',
  'A list of several values needs their times. Use a range for a period.',
)

const operatorWords: Readonly<Partial<Record<FilterOperator, Label>>> = {
  Like: label('포함', 'contains'),
  'Not Like': label('미포함', 'does not contain'),
  In: label('목록', 'in'),
  'Not In': label('목록 제외', 'not in'),
  Between: label('범위', 'between'),
  'Not Between': label('범위 제외', 'not between'),
}

function operatorText(operator: FilterOperator): string {
  const words = operatorWords[operator]
  return words ? t(words) : operator
}

function problemText(error: Extract<TypedCondition, { error: unknown }>['error']): string {
  if (error === 'two-values') return t(twoValuesNeeded)
  if (error === 'several-spans') return t(severalSpans)
  return errorText(error)
}

export function conditionText(
  model: GridModel,
  { column, operator, values }: FilterCondition,
): string {
  const own = model.column(column)
  const shown = values.map((value) => {
    if (value === null) return t(label('빈 값', 'empty'))
    return own && !operator.endsWith('Like') ? formatCell(own, value) : String(value)
  })
  return `${own?.title ?? column} ${operatorText(operator)} ${shown.join(', ')}`
}

/**
 * Filter bar for the columns of a grid, usable by keyboard only. Enter sets the condition of a
 * column, and Ctrl+Enter adds another one. An empty value removes the column's conditions.
 */
export function GridFilterLine({
  model,
  valueRef,
  autoFocus,
  onLeave,
}: FilterLineProps): JSX.Element {
  const [column, setColumn] = useState(model.current?.column ?? model.drawn[0]?.id ?? '')
  const [operator, setOperator] = useState<FilterOperator>('Like')
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState('')
  const [, redraw] = useState(0)

  function set(filters: readonly FilterCondition[]): void {
    model.filter(filters)
    redraw((count) => count + 1)
  }
  function apply(isFurther: boolean): void {
    setProblem('')
    const others = model.filters.filter((filter) => isFurther || filter.column !== column)
    const own = model.column(column)
    if (!own) return
    if (value === '') return set(model.filters.filter((filter) => filter.column !== column))
    const typed = parseCondition(own, operator, value)
    if ('condition' in typed) return set([...others, typed.condition])
    setProblem(problemText(typed.error))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const isOnButton = event.target instanceof HTMLButtonElement
    if (event.key === 'Enter' && !isOnButton) apply(event.ctrlKey || event.metaKey)
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="filter-line" role="search" onKeyDown={onKeyDown}>
      <ColumnChoice model={model} column={column} onChange={setColumn} />
      <OperatorChoice operator={operator} onChange={setOperator} />
      <input
        ref={valueRef}
        className="input"
        autoFocus={autoFocus}
        aria-label={t(label('필터 값', 'Filter value'))}
        aria-invalid={problem !== ''}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      <FilterChips model={model} onChange={set} />
      <span className={problem === '' ? 'quiet' : 'tone-stop'} role="status">
        {problem ||
          t(label(`${formatCount(model.rowCount)}행`, `${formatCount(model.rowCount, 'row')}`))}
      </span>
    </div>
  )
}

interface ColumnChoiceProps {
  readonly model: GridModel
  readonly column: string
  readonly onChange: (column: string) => void
}

function ColumnChoice({ model, column, onChange }: ColumnChoiceProps): JSX.Element {
  return (
    <label>
      {t(label('필터', 'Filter'))}{' '}
      <select className="input" value={column} onChange={({ target }) => onChange(target.value)}>
        {model.drawn.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

interface OperatorChoiceProps {
  readonly operator: FilterOperator
  readonly onChange: (operator: FilterOperator) => void
}

function OperatorChoice({ operator, onChange }: OperatorChoiceProps): JSX.Element {
  return (
    <select
      className="input"
      aria-label={t(label('연산자', 'Operator'))}
      value={operator}
      onChange={({ target }) => {
        onChange(
          filterOperators.find((filterOperator) => filterOperator === target.value) ?? 'Like',
        )
      }}
    >
      {filterOperators.map((filterOperator) => (
        <option key={filterOperator} value={filterOperator}>
          {operatorText(filterOperator)}
        </option>
      ))}
    </select>
  )
}

interface ChipsProps {
  readonly model: GridModel
  readonly onChange: (filters: readonly FilterCondition[]) => void
}

function FilterChips({ model, onChange }: ChipsProps): JSX.Element {
  return (
    <>
      {model.filters.map((filter, index) => (
        <button
          key={`${index} ${filter.column} ${filter.operator}`}
          type="button"
          className="filter-chip"
          onClick={() => onChange(model.filters.filter((other) => other !== filter))}
        >
          {conditionText(model, filter)} <span aria-hidden="true">✕</span>
          <span className="visually-hidden">{t(label('필터 해제', 'Clear filter'))}</span>
        </button>
      ))}
    </>
  )
}
