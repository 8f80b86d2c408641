import { useState, type JSX, type KeyboardEvent, type Ref } from 'react'
import { label } from '#kernel/label.ts'
import { keyOf } from '#ui/keys/dispatch/keyboard.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { t } from '#ui/base/language.ts'
import { GridFilterLine } from '#ui/page/rows/grid-filter-line.tsx'

interface BarProps {
  readonly model: GridModel
  readonly valueRef: Ref<HTMLInputElement>
  readonly findRef: Ref<HTMLInputElement>
  readonly onGrid: () => void
}

/** Conditions on the columns, and a text to find: both reached and left by keys alone. */
export function GridTemplateBar({ model, valueRef, findRef, onGrid }: BarProps): JSX.Element {
  return (
    <div className="act-line" data-zone="search">
      <GridFilterLine model={model} valueRef={valueRef} onLeave={onGrid} />
      <GoToRow model={model} onGrid={onGrid} />
      <TemplateFind model={model} inputRef={findRef} onGrid={onGrid} />
    </div>
  )
}

/** The number of a row brings the cursor to it, however many rows there are. */
function GoToRow({ model, onGrid }: Pick<BarProps, 'model' | 'onGrid'>): JSX.Element {
  const [text, setText] = useState('')

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const row = Number(text.replaceAll(',', ''))
    if (event.key === 'Enter' && Number.isInteger(row)) {
      model.setCurrent(Math.max(0, Math.min(model.rowCount, row) - 1), model.current?.column)
      onGrid()
    } else if (event.key === 'Escape') onGrid()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <label>
      {t(label('행', 'Row'))}{' '}
      <input
        className="input"
        inputMode="numeric"
        autoComplete="off"
        size={10}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}

interface FindProps {
  readonly model: GridModel
  readonly inputRef: Ref<HTMLInputElement>
  readonly onGrid: () => void
}

function TemplateFind({ model, inputRef, onGrid }: FindProps): JSX.Element {
  const [text, setText] = useState('')
  const [missed, setMissed] = useState(false)

  async function go(direction: 1 | -1): Promise<void> {
    const found = await model.find(text, model.current, direction)
    setMissed(found === null && text !== '')
    if (found) model.setCurrent(found.row, found.column)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onGrid()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <label>
      {t(label('찾기', 'Find'))} {keyOf('grid.find')}{' '}
      <input
        ref={inputRef}
        className="input"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-invalid={missed}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />{' '}
      <span className="tone-warn" role="status">
        {missed ? t(label('없음', 'Not found')) : ''}
      </span>
    </label>
  )
}
