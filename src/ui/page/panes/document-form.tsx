import { type JSX, type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { Value, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { DraftsContext } from '#ui/forms/drafts.ts'
import { LabelledField } from '#ui/forms/labelled-field.tsx'
import { valueHelpProps } from '#ui/forms/value-help.tsx'
import { errorText } from '#ui/grid/edit/grid-texts.ts'
import type { GridHandle } from '#ui/grid/grid.tsx'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { lookupContext } from '#ui/page/rows/fill-cells.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { acceptsFile } from '#ui/page/rows/grid-columns.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import { focusWhenReady, keyboardTarget } from '#ui/tabs/focus.ts'
import { findPage } from '#ui/tabs/page-registry.ts'

export interface DocumentFormProps {
  readonly page: PageModel
  readonly view: PageView
  readonly form: readonly string[]
}

interface FormFieldProps {
  readonly page: PageModel
  readonly grid: GridModel
  readonly columns: readonly Column[]
  readonly column: Column
  /** Index of the row in its grid. */
  readonly at: number
  readonly onEnter: () => void
}

function fieldErrorText(grid: GridModel, at: number, name: string): Label | undefined {
  const error = grid.rejection(at, name)
  if (error) {
    const text = errorText(error)
    return label(text, text)
  }
  const serverError = grid.rowError(at)
  return serverError !== undefined && grid.rows.marks.hasCellError(grid.rowId(at), name)
    ? label(serverError, serverError)
    : undefined
}

function canFill({ page, grid, column, at }: FormFieldProps): boolean {
  const gridColumn = grid.column(column.name)
  if (gridColumn && grid.isEditable(at, gridColumn)) return true
  return page.mayEdit && grid.flag(at) !== 'D' && acceptsFile(column, grid.row(at) as WireRow)
}

export function FormField(props: FormFieldProps): JSX.Element {
  const { page, grid, column, at, onEnter } = props
  const { name } = column
  const row = grid.row(at) as WireRow
  const codes = JSON.stringify(lookupContext(props.columns, row, name))
  const context = useMemo(() => JSON.parse(codes) as WireRow, [codes])
  const isReadOnly = !canFill(props)
  function commit(value: Value, fills: WireRow = {}): void {
    if (isReadOnly) return
    grid.transaction(() => {
      grid.setCell(at, name, value)
      for (const [filled, text] of Object.entries(fills)) grid.setCell(at, filled, text)
    })
    page.changed()
  }
  return (
    <LabelledField
      id={`${page.tabKey}-${name}`}
      field={column}
      value={row[name] ?? null}
      context={context}
      readOnly={isReadOnly}
      invalid={fieldErrorText(grid, at, name)}
      onCommit={commit}
      onEnter={onEnter}
      {...valueHelpProps(column, context)}
    />
  )
}

const newDocumentLabel = label('신규', 'New')
const cancelledOnSaveLabel = label('저장하면 취소됩니다.', 'Will be cancelled on save.')

function useFormNavigation({ page, view }: DocumentFormProps, at: number) {
  const form = useRef<HTMLFieldSetElement>(null)
  const drawn = useCallback(
    (element: HTMLFieldSetElement | null) => {
      form.current = element
      if (page.screen.form) view.drawn('grid', element && formHandle(element, page))
    },
    [view, page],
  )
  function goToNext(): void {
    // During a code lookup the focus is elsewhere, so use the field that will get it back.
    const next = form.current && nextField(form.current, keyboardTarget())
    if (next) return focusWhenReady(() => next.focus(), next)
    if (!page.screen.form) return void view.focusGrid('grid')
    page.setZone('lines')
    const addLine = findPage(page.tabKey)?.offers()['grid.add-row']
    if (page.lines?.model?.totalCount === 0) void addLine?.()
    else view.focusGrid('lines')
  }
  async function showDocument(row: number): Promise<void> {
    // Another document has new fields, in which the typed text would be lost.
    if (!(await bufferKeysWhile(page.drafts.commit()))) return
    page.grid.setCurrent(row)
    page.changed()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { PageDown: 1, PageUp: -1 }[event.key]
    if (step === undefined || event.altKey || event.nativeEvent.isComposing) return
    const wanted = at + step
    if (wanted < 0 || wanted >= page.grid.rowCount) return
    event.preventDefault()
    void showDocument(wanted)
  }
  return { drawn, goToNext, onKeyDown }
}

function FormTitle({ page, at }: { readonly page: PageModel; readonly at: number }) {
  const { lines, columns } = page
  const required = columns.filter((column) => column.required).map(({ name }) => name)
  const names = lines?.options.link ?? required
  const number = names.map((name) => page.grid.value(at, name) ?? '').join(' ')
  return (
    <legend>
      <span className="mono">{number === '' ? t(newDocumentLabel) : number}</span>
      {page.grid.flag(at) === 'D' && <span className="tone-stop"> {t(cancelledOnSaveLabel)}</span>}
      <span className="search-key">{commandKeyLabel('page.focus-grid')}</span>
    </legend>
  )
}

export function DocumentForm(props: DocumentFormProps): JSX.Element {
  const { page, view, form } = props
  useGridVersion(page.grid)
  const at = page.grid.current?.row ?? 0
  const { drawn, goToNext, onKeyDown } = useFormNavigation(props, at)
  const shown = `${page.formVersion} ${page.grid.rowId(at)}`
  // Another document has new fields. Restore the focus if it was in the form.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && page.zone === 'grid') view.focusGrid('grid')
  }, [shown, page, view])
  const columns = form.flatMap((name) => page.columns.find((column) => column.name === name) ?? [])
  // Field errors are shown next to the field, other errors below the form.
  const isInFields = columns.some(({ name }) => fieldErrorText(page.grid, at, name))
  const serverError = isInFields ? undefined : page.grid.rowError(at)
  return (
    <DraftsContext value={page.drafts}>
      <fieldset
        ref={drawn}
        className="search-panel document-form"
        data-zone="form"
        tabIndex={-1}
        onFocus={() => page.setZone('grid')}
        onKeyDown={onKeyDown}
      >
        <FormTitle page={page} at={at} />
        {columns.map((column) => (
          <FormField
            key={`${shown} ${column.name}`}
            page={page}
            grid={page.grid}
            columns={page.columns}
            column={column}
            at={at}
            onEnter={goToNext}
          />
        ))}
        {serverError !== undefined && (
          <p className="tone-stop form-error" role="alert">
            {serverError}
          </p>
        )}
      </fieldset>
    </DraftsContext>
  )
}

const editableFieldSelector = ':is(input:not([readonly]), input[data-picked]):not([disabled])'

/** Grid handle for a form. Its fields are the cells of the grid's current row. */
function formHandle(form: HTMLElement, page: PageModel): GridHandle {
  const inputs = () => [...form.querySelectorAll<HTMLInputElement>(editableFieldSelector)]
  function focus(column = page.grid.current?.column): void {
    const fields = inputs()
    const wanted = fields.find((field) => field.ariaInvalid === 'true')
    const named = fields.find((field) => field.dataset['column'] === column)
    const place = wanted ?? named ?? fields[0] ?? form
    place.focus()
  }
  return {
    focus,
    edit: () => false,
    commit: () => true,
    openHelp: () => page.drafts.help(),
    openSheet: () => undefined,
    hasList: () => false,
    goTo: (row, column) => {
      page.grid.setCurrent(row, column)
      focus(column)
    },
  }
}

export function nextField(form: HTMLElement, from: Element | null): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>(editableFieldSelector)]
  const index = fields.findIndex((field) => field === from)
  return index < 0 ? undefined : fields[index + 1]
}
