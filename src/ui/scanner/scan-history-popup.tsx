import { useEffect, useState, type JSX } from 'react'
import { clockTime } from '#kernel/calendar.ts'
import { scanHistory } from '../app/scanner.ts'
import type { GridColumn, GridRow } from '../grid/column.ts'
import { GridModel } from '../grid/grid-model.ts'
import { Grid } from '../grid/grid.tsx'
import { gridTexts } from '../grid/grid-texts.ts'
import { t, useLanguage } from '../language.ts'
import { openPopup } from '../popups/popup-stack.ts'
import { useTheme } from '../theme/theme.ts'
import type { ScanRecord } from './scan-history.ts'
import './scanner.css'

/** Shows the scans of this window, latest first: what was read, who took it, how long it took. */
export async function openScanHistory(): Promise<void> {
  const title = t({ ko: '스캔 기록', en: 'Scan log' })
  await openPopup(HistoryGrid, { width: 1080, height: 560, title, fullScreen: true })
}

function columns(): GridColumn[] {
  const text = (id: string, ko: string, en: string, width: number): GridColumn => ({
    id,
    title: t({ ko, en }),
    kind: 'text',
    width,
  })
  return [
    text('AT', '시각', 'Time', 110),
    {
      ...text('RESULT', '결과', 'Result', 70),
      tone: (row) => (row['OK'] === 'Y' ? 'accent' : 'stop'),
    },
    text('CODE', '코드', 'Code', 260),
    text('FORMAT', '형식', 'Format', 100),
    text('MEANING', '해석', 'Meaning', 240),
    text('TARGET', '받은 곳', 'Taken by', 120),
    { ...text('LATENCY_MS', '응답 ms', 'Answer ms', 80), kind: 'number', align: 'right' },
    text('MESSAGE', '설명', 'Message', 320),
  ]
}

function rowOf(record: ScanRecord): GridRow {
  const { at, ok, code, format, parts, takenBy, latencyMs, message } = record
  return {
    AT: clockTime(at, true),
    OK: ok ? 'Y' : 'N',
    RESULT: ok ? t({ ko: '성공', en: 'taken' }) : t({ ko: '거절', en: 'refused' }),
    // A separator has no picture of its own.
    CODE: code.replaceAll('\u001d', '␝'),
    FORMAT: format,
    MEANING: parts.map(({ kind, value }) => `${kind} ${value}`).join(' · '),
    TARGET: takenBy ?? '–',
    LATENCY_MS: Math.round(latencyMs),
    MESSAGE: message ? t(message) : null,
  }
}

function HistoryGrid(): JSX.Element {
  const language = useLanguage()
  const theme = useTheme()
  const [model] = useState(() => new GridModel({ columns: columns(), trackChanges: false }))
  useEffect(() => {
    const show = (): void => {
      const records = scanHistory.records()
      model.setData(Array.from(records, rowOf).toReversed())
    }
    show()
    return scanHistory.subscribe(show)
  }, [model])
  return (
    <div className="scan-history">
      <Grid
        model={model}
        label={t({ ko: '스캔 기록', en: 'Scan log' })}
        theme={theme}
        texts={gridTexts[language]}
        emptyText={t({ ko: '아직 스캔이 없습니다', en: 'Nothing has been scanned yet' })}
        autoFocus
      />
    </div>
  )
}
