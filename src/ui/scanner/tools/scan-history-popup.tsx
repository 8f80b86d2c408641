import { useEffect, useState, type JSX, type KeyboardEvent } from 'react'
import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'
import { clockTime, timestampAt } from '#kernel/calendar.ts'
import { scanHistory } from '#ui/scanner/scanner.ts'
import { label, type Label } from '#kernel/label.ts'
import type { GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { Grid } from '#ui/grid/grid.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { exportGrid } from '#ui/page/rows/export-rows.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
import type { ScanPartKind } from '#ui/scanner/codes/scan-part.ts'
import type { ScanRecord } from '#ui/scanner/scan-history.ts'
import './scanner.css'

const partNames: Readonly<Record<ScanPartKind, Label>> = {
  item: label('품목', 'Item'),
  cell: label('셀', 'Cell'),
  pallet: label('파렛트', 'Pallet'),
  box: label('박스', 'Box'),
  'handling-unit': label('물류단위', 'Handling unit'),
  document: label('전표', 'Document'),
  line: label('행', 'Line'),
  lot: label('로트', 'Lot'),
  'valid-date': label('유통기한', 'Expiry date'),
  'made-date': label('제조일', 'Production date'),
  quantity: label('수량', 'Quantity'),
  'net-weight': label('순중량(kg)', 'Net weight (kg)'),
  serial: label('시리얼', 'Serial'),
  unknown: label('글자', 'Text'),
}

export async function openScanHistory(): Promise<void> {
  const title = t(label('스캔 기록', 'Scan log'))
  await openPopup(HistoryGrid, { width: 1320, height: 560, title, fullScreen: true })
}

function columns(): GridColumn[] {
  const text = (id: string, ko: string, en: string, width: number): GridColumn => ({
    id,
    title: t(label(ko, en)),
    kind: 'text',
    width,
  })
  return [
    text('AT', '시각', 'Time', 150),
    text('WHO', '사용자', 'User', 80),
    {
      ...text('RESULT', '결과', 'Result', 70),
      tone: (row) => (row['OK'] === 'Y' ? 'accent' : 'stop'),
    },
    text('CODE', '코드', 'Code', 220),
    // Users mostly look for the reason for a rejection.
    text('MESSAGE', '설명', 'Message', 300),
    text('MEANING', '해석', 'Meaning', 200),
    text('FORMAT', '형식', 'Format', 100),
    text('TARGET', '처리 화면', 'Screen', 100),
    { ...text('LATENCY_MS', '응답 ms', 'Response ms', 80), kind: 'number', align: 'right' },
  ]
}

function toRow(record: ScanRecord): GridRow {
  const { at, who, ok, code, format, parts, takenBy, latencyMs, message } = record
  return {
    AT: `${timestampAt(at.getTime()).slice(4, 8).replace(/^../, '$&-')} ${clockTime(at, true)}`,
    WHO: who,
    OK: ok ? 'Y' : 'N',
    RESULT: ok ? t(label('정상', 'Accepted')) : t(label('오류', 'Rejected')),
    CODE: code.replaceAll('\u001d', '␝'),
    FORMAT: format,
    MEANING: parts.map(({ kind, value }) => `${t(partNames[kind])} ${value}`).join(' · '),
    TARGET: takenBy ?? '–',
    LATENCY_MS: Math.round(latencyMs),
    MESSAGE: message ? t(message) : null,
  }
}

function matchingRows(wanted: string): GridRow[] {
  const text = wanted.trim().toUpperCase()
  const rows = Array.from(scanHistory.records(), toRow).toReversed()
  const matchesText = (row: GridRow) =>
    Object.values(row).some((value) =>
      String(value ?? '')
        .toUpperCase()
        .includes(text),
    )
  return text === '' ? rows : rows.filter(matchesText)
}

async function exportLog(model: GridModel): Promise<void> {
  if (model.rowCount === 0) return notify('warn', t(emptyExportMessage))
  try {
    const name = await exportGrid(model, t(label('스캔 기록', 'Scan log')), 'csv')
    notify('success', t(label(`${name} 저장`, `${name} saved`)))
  } catch (error) {
    notify('error', error instanceof Error ? error.message : String(error))
  }
}

function HistoryGrid(): JSX.Element {
  useLanguage()
  const [wanted, setWanted] = useState('')
  const [model] = useState(() => new GridModel({ columns: columns(), trackChanges: false }))
  useEffect(() => {
    const show = (): void => model.setData(matchingRows(wanted))
    show()
    return scanHistory.subscribe(show)
  }, [model, wanted])
  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyE') return
    event.preventDefault()
    event.stopPropagation()
    void exportLog(model)
  }
  return (
    <div className="scan-history" onKeyDown={onKeyDown}>
      <div className="scan-history-tools">
        <label>
          {t(label('찾기 (스캔하거나 입력)', 'Find (scan or type)'))}{' '}
          <input
            className="input mono"
            data-autofocus=""
            value={wanted}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setWanted(target.value)}
          />
        </label>
        <button type="button" className="button" onClick={() => void exportLog(model)}>
          {t(label('내보내기 ^E', 'Export ^E'))}
        </button>
      </div>
      <Grid
        model={model}
        label={t(label('스캔 기록', 'Scan log'))}
        emptyText={
          wanted === ''
            ? t(label('스캔이 없습니다.', 'No scans yet.'))
            : t(label('조건에 맞는 스캔이 없습니다.', 'No matching scans.'))
        }
      />
    </div>
  )
}
