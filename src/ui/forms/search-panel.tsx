import type { JSX, RefObject } from 'react'
import type { Value, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import type { Drafts } from './drafts.ts'
import { DraftsContext } from './drafts.ts'
import './forms.css'
import { LabelledField } from './labelled-field.tsx'
import { conditionTexts } from './condition-texts.ts'

interface SearchPanelProps {
  readonly columns: readonly Column[]
  readonly values: WireRow
  readonly drafts: Drafts
  readonly onChange: (name: string, value: Value, fills?: WireRow, typed?: string) => void
  readonly onSearch: () => void
  readonly onValueHelp: (column: Column, text: string) => Promise<WireRow | undefined>
  /** Required fields that were empty when the user searched. */
  readonly missing: ReadonlySet<string>
  readonly keyHint?: string
  readonly folded: boolean
  readonly foldHint: string
  readonly onFold: () => void
  readonly panelRef?: RefObject<HTMLFieldSetElement | null>
}

const fold = label('조회 조건 접기', 'Collapse search')
const expandLabel = label('조회 조건 펼치기', 'Expand search')

function searchSummary(columns: readonly Column[], values: WireRow): string {
  return conditionTexts(columns, values).join(' · ') || t(label('조건 없음', 'No conditions'))
}

export const requiredText = label('필수 항목입니다.', 'Required')

export function SearchPanel(props: SearchPanelProps): JSX.Element | null {
  const { columns, values, drafts, onChange, onSearch, missing, panelRef } = props
  if (columns.length === 0) return null
  return (
    <DraftsContext value={drafts}>
      <fieldset className="search-panel" data-folded={props.folded || undefined} ref={panelRef}>
        <legend>
          {t(label('조회', 'Search'))} <span className="search-key">{props.keyHint}</span>
          <button
            type="button"
            className="search-fold"
            tabIndex={-1}
            aria-expanded={!props.folded}
            aria-label={t(props.folded ? expandLabel : fold)}
            title={`${t(props.folded ? expandLabel : fold)} ${props.foldHint}`}
            onClick={props.onFold}
          >
            {props.folded ? '▸' : '▾'}
          </button>
        </legend>
        {props.folded && <p className="search-summary">{searchSummary(columns, values)}</p>}
        {columns.map((column) => (
          <LabelledField
            key={column.name}
            field={column}
            value={values[column.name] ?? null}
            context={values}
            searching
            invalid={missing.has(column.name) ? requiredText : undefined}
            onCommit={(...committed) => onChange(column.name, ...committed)}
            {...(column.lookup === undefined
              ? {}
              : { onValueHelp: (text: string) => props.onValueHelp(column, text) })}
            onEnter={onSearch}
          />
        ))}
      </fieldset>
    </DraftsContext>
  )
}
