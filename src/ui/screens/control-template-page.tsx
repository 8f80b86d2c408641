import { useRef, useState, type JSX } from 'react'
import { emptyFields, requiredErrors } from '#kernel/required.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { resolveColumn, type Column } from '#kernel/screen.ts'
import { Drafts, DraftsContext } from '#ui/forms/drafts.ts'
import { LabelledField } from '#ui/forms/labelled-field.tsx'
import { joinLabels, t, useLanguage } from '#ui/base/language.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { valueHelpProps } from '#ui/forms/value-help.tsx'
import { controlFields, rangeFields, shownValue } from './control-template-fields.ts'
import { useSamplePage } from './use-sample-page.ts'
import './sample-pages.css'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'

const toColumns = (fields: typeof controlFields): Column[] =>
  Object.keys(fields).map((field) => resolveColumn('control', fields, { field, editable: true }))
const columns = toColumns(controlFields)
const ranges = toColumns(rangeFields)

function useForm({ tabKey, active }: PageProps<PaneScreen>) {
  const [drafts] = useState(() => new Drafts())
  const [values, setValues] = useState<WireRow>({ USE_YN: 'N' })
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLDivElement>(null)
  const latest = useRef(values)

  function commit(name: string, value: Value, fills: WireRow = {}): void {
    latest.current = { ...latest.current, ...fills, [name]: value }
    setValues(latest.current)
  }
  async function save(): Promise<boolean> {
    if (!(await drafts.commit())) return false
    const required = columns.filter((column) => column.required)
    const errors = requiredErrors(required, latest.current)
    setMissing(new Set(emptyFields(required, latest.current).map(({ name }) => name)))
    if (errors.length > 0) await showMessage({ kind: 'warning', text: joinLabels(errors) })
    else notify('success', t(label('오류가 없습니다.', 'No errors.')))
    return errors.length === 0
  }
  useSamplePage({
    tabKey,
    active,
    editable: true,
    focus: () => {
      const first = form.current?.querySelector('input')
      first?.focus()
      return Boolean(first)
    },
    offers: () => ({ 'page.save': save, 'page.value-help': () => void drafts.help() }),
  })
  return { drafts, values, missing, form, commit }
}

export function ControlTemplatePage(props: PageProps<PaneScreen>): JSX.Element {
  const language = useLanguage()
  const { drafts, values, missing, form, commit } = useForm(props)
  const line = (column: Column, isSearching: boolean): JSX.Element => {
    const { name } = column
    const value = values[name] ?? null
    return (
      <div key={name} className="control-line" data-field={name}>
        <LabelledField
          field={column}
          value={value}
          context={values}
          searching={isSearching}
          invalid={missing.has(name) ? requiredErrors([column], {})[0] : undefined}
          onCommit={(next, fills) => commit(name, next, fills)}
          {...valueHelpProps(column, values)}
        />
        <output className="mono">{value === null ? '∅' : JSON.stringify(value)}</output>
        <output className="control-shown">{shownValue(name, column, value, language)}</output>
      </div>
    )
  }
  return (
    <DraftsContext value={drafts}>
      <div ref={form} className="control-sheet frame" data-zone="form">
        <div className="control-line quiet">
          <span>{t(label('입력', 'Input'))}</span>
          <span>{t(label('저장되는 값', 'Saved as'))}</span>
          <span>{t(label('보이는 값', 'Shown as'))}</span>
        </div>
        {columns.map((column) => line(column, false))}
        {ranges.map((column) => line(column, true))}
      </div>
    </DraftsContext>
  )
}
