import type { JSX } from 'react'
import { closeSentence } from '#kernel/close-sentence.ts'
import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { Field, Value, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { useCodeList } from '#ui/remote/code-lists.ts'
import { showText } from '#ui/forms/draft-text.ts'
import { t } from '#ui/base/language.ts'
import type { StationState } from './scan-state.ts'
import { totals } from './scan-totals.ts'

interface FactsProps {
  readonly screen: ScanScreen
  readonly state: StationState
}

export function ScanFacts({ screen, state }: FactsProps): JSX.Element {
  const { document } = state
  if (!document) return <ScanInvitation screen={screen} />
  const { counted, wanted, open, complete } = totals(screen, state.lines)
  const isComplete = open > 0 && counted >= (wanted ?? 0)
  return (
    <section className="scan-facts" data-complete={isComplete || undefined}>
      {factNames(screen).map((name) => (
        <Fact key={name} screen={screen} name={name} document={document} />
      ))}
      {screen.place !== undefined && <Place screen={screen} place={state.place} />}
      <div className="scan-total" aria-live="polite">
        <p>
          <span className="scan-counted">{counted.toLocaleString()}</span>
          {wanted !== undefined && <span> / {wanted.toLocaleString()}</span>}
        </p>
        {wanted !== undefined && (
          <p className="quiet">
            {t(
              open === 0
                ? label('스캔할 품목이 없습니다.', 'Nothing to scan.')
                : label(
                    `${formatCount(open)}품목 중 ${formatCount(complete)}품목 완료`,
                    `${formatCount(complete)} of ${formatCount(open, 'item')} done`,
                  ),
            )}
          </p>
        )}
      </div>
    </section>
  )
}

function factNames(screen: ScanScreen): string[] {
  const names = [screen.documentKey, ...screen.facts.filter((name) => name !== screen.documentKey)]
  return names.filter((name) => !(name.endsWith('_NM') && names.includes(codeColumn(name))))
}

function codeColumn(name: string): string {
  return name.replace(/_NM$/, '_CD')
}

interface FactProps {
  readonly screen: ScanScreen
  readonly name: string
  readonly document: WireRow
}

export function useShownValue(field: Field | undefined, value: Value): string {
  const entries = useCodeList(field?.codes)
  const name = entries.find(({ CODE }) => CODE === value)?.NAME
  return name ?? (field ? showText(field, value) : '')
}

function Fact({ screen, name, document }: FactProps): JSX.Element | null {
  const field = screen.document.output[name]
  const shown = useShownValue(field, document[name] ?? null)
  if (!field) return null
  const nameValue = name.endsWith('_CD') ? document[name.replace(/_CD$/, '_NM')] : undefined
  return (
    <dl className="scan-fact">
      <dt>{t(field.label)}</dt>
      <dd>
        <span className="mono">{shown || '–'}</span> {nameValue}
      </dd>
    </dl>
  )
}

function Place({ screen, place }: { screen: ScanScreen; place: string | undefined }) {
  const field = screen.accept.input[screen.place ?? '']
  if (!field) return null
  const wanted = label(`먼저 ${field.label.ko} 스캔`, `Scan the ${field.label.en} first`)
  return (
    <dl className="scan-fact" data-place="">
      <dt>{t(field.label)}</dt>
      <dd className={place === undefined ? 'tone-warn' : 'tone-accent'}>
        <span className="mono">{place ?? t(wanted)}</span>
      </dd>
    </dl>
  )
}

function ScanInvitation({ screen }: { screen: ScanScreen }): JSX.Element {
  const title = screen.document.output[screen.documentKey]?.label ?? label('전표', 'document')
  return (
    <section className="scan-facts">
      <p className="scan-invitation">
        {t(
          label(
            `${title.ko}${josa(title.ko, '을/를')} 스캔하거나 입력하세요.`,
            closeSentence(`Scan or enter the ${title.en.toLowerCase()}`),
          ),
        )}
      </p>
    </section>
  )
}
