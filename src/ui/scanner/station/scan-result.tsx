import type { JSX } from 'react'
import { clockTime } from '#kernel/calendar.ts'
import { closeSentence } from '#kernel/close-sentence.ts'
import { date } from '#kernel/field.ts'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { showText } from '#ui/forms/draft-text.ts'
import { t } from '#ui/base/language.ts'
import type { ScanEntry } from './scan-log.ts'
import { promptLabel } from './scan-session.ts'
import type { StationState } from './scan-state.ts'

interface ScanResultProps {
  readonly screen: ScanScreen
  readonly state: StationState
}

export function ScanResult({ screen, state }: ScanResultProps): JSX.Element {
  return (
    <aside className="scan-right">
      <LastScan entry={state.last} next={promptLabel(screen, 'goods', state)} />
      <section className="scan-log">
        <h2>{t(label('스캔 기록', 'Scans'))}</h2>
        <ol tabIndex={-1}>
          {state.log.map((entry) => (
            <LogLine key={entry.id} entry={entry} />
          ))}
        </ol>
      </section>
    </aside>
  )
}

interface LastScanProps {
  readonly entry: ScanEntry | undefined
  readonly next: Label
}

function LastScan({ entry, next }: LastScanProps): JSX.Element {
  if (!entry) {
    return (
      <section className="scan-last" role="status" aria-live="assertive">
        <p className="quiet">{t(label('스캔 대기', 'Ready to scan'))}</p>
        <p className="scan-big quiet">▍</p>
      </section>
    )
  }
  const format = entry.format === 'text' ? undefined : entry.format?.toUpperCase()
  const read = [clockTime(entry.at, true), format].filter(Boolean).join(' ')
  return (
    <section className="scan-last" data-state={entry.state} role="status" aria-live="assertive">
      <p className="quiet" aria-hidden="true">
        {t(label('방금 스캔', 'Last scan'))} <span className="mono">{read}</span>
      </p>
      <p className="scan-big">{headline(entry)}</p>
      {entry.state === 'refused' ? (
        <RejectionReason entry={entry} />
      ) : (
        <ScannedItem entry={entry} next={next} />
      )}
    </section>
  )
}

function headline(entry: ScanEntry): string {
  if (entry.state === 'refused') return t(label('오류', 'Rejected'))
  if (entry.kind === 'document' || entry.kind === 'place') return entry.code
  if (entry.kind === 'finish') return t(label('완료', 'Done'))
  if (entry.kind === 'quantity') return `×${entry.code}`
  if (entry.kind === 'question') return entry.isUndone ? '−' : entry.message ? 'X' : '?'
  const { delta = 0, counted, wanted } = entry
  const sign = delta < 0 ? '−' : '+'
  const change = `${sign}${Math.abs(delta).toLocaleString()}`
  if (counted === undefined) return change
  const of = wanted === undefined ? '' : ` / ${wanted.toLocaleString()}`
  return `${change}  ${counted.toLocaleString()}${of}`
}

function RejectionReason({ entry }: { entry: ScanEntry }): JSX.Element {
  return (
    <>
      <p className="scan-reason">{entry.message}</p>
      {entry.code !== '' && <p className="mono">{entry.code}</p>}
    </>
  )
}

const day = date(label('', ''))

function ScannedItem({ entry, next }: { entry: ScanEntry; next: Label }): JSX.Element {
  const { kind, code, item, lot, validDate, message } = entry
  const lotText = lot && `${t(label('로트', 'Lot'))} ${lot}`
  const dateText = validDate && `${t(label('유통기한', 'Expiry date'))} ${showText(day, validDate)}`
  return (
    <>
      <p>
        {kind === 'document' || kind === 'place' || kind === 'quantity'
          ? t(scanNextText(next))
          : (message ?? [code, item].filter(Boolean).join(' '))}
      </p>
      <p>{[lotText, dateText].filter(Boolean).join(' · ')}</p>
    </>
  )
}

function scanNextText({ ko, en }: Label): Label {
  return label(
    `${ko}${josa(ko, '을/를')} 스캔하세요.`,
    closeSentence(`Scan the ${en.toLowerCase()}`),
  )
}

function LogLine({ entry }: { entry: ScanEntry }): JSX.Element {
  return (
    <li data-state={entry.state} data-undone={entry.isUndone || undefined}>
      <span aria-label={t(names[entry.state])}>{marks[entry.state]}</span>
      <time>{clockTime(entry.at)}</time>
      <span>{entry.code}</span>
      <span>{logText(entry)}</span>
    </li>
  )
}

const marks = { waiting: '…', accepted: '✓', refused: '✕' } as const

const names = {
  waiting: label('처리 중', 'Processing'),
  accepted: label('정상', 'Accepted'),
  refused: label('오류', 'Rejected'),
} as const

function logText(entry: ScanEntry): string {
  const { kind, state, delta, counted, wanted, message } = entry
  if (state === 'refused') return `— ${message ?? ''}`
  if (state === 'waiting') return ''
  if (kind === 'document') return t(label('열림', 'opened'))
  if (kind === 'finish') return message ?? ''
  const change = delta === undefined ? '' : delta < 0 ? `−${-delta}` : `+${delta}`
  const isFull = counted !== undefined && wanted !== undefined && counted >= wanted
  return isFull && (delta ?? 0) > 0 ? `${change} ${t(label('완료', 'done'))}` : change
}
