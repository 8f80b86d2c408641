import { useEffect, type JSX } from 'react'
import type { Value, WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { onAnyChange } from '#ui/remote/changed-elsewhere.ts'
import { clearFigures, loadFigures, useFigures } from '#ui/remote/home-figures.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { useWhileActive } from '#ui/tabs/use-while-active.ts'
import { openRequested } from '#ui/workspace/open-by-name.ts'
import { FirstWeek } from './first-week.tsx'
import { loadingText } from '#ui/base/loading-text.ts'

const toNumber = (value: Value | undefined): number => Number(value ?? 0)
const formatWhole = (value: Value | undefined): string => formatCount(Math.round(toNumber(value)))

export function HomeTotals(): JSX.Element | null {
  useLanguage()
  const { receipts, shipments } = useFigures()
  const [receiptCount, shipmentCount] = [receipts?.['DOC_COUNT'], shipments?.at(-1)?.['DOC_COUNT']]
  if (receiptCount === undefined && shipmentCount === undefined) return null
  const ko = `오늘 입고 ${formatCount(toNumber(receiptCount))}건 · 출고 ${formatCount(toNumber(shipmentCount))}건`
  const en = `Today: ${formatCount(toNumber(receiptCount), 'receipt')} · ${formatCount(toNumber(shipmentCount), 'shipment')}`
  return <span className="quiet">{t(label(ko, en))}</span>
}

function refreshFigures(): () => void {
  void loadFigures()
  return onAnyChange(() => void loadFigures())
}

export function HomePanels(): JSX.Element {
  useLanguage()
  useEffect(() => clearFigures, [])
  useWhileActive('home', refreshFigures)
  const { shipments = [], stock, conditions = [], cells } = useFigures()
  const waits = t(loadingText)
  return (
    <>
      <FirstWeek />
      {findScreen('WShipmentReport') && (
        <Panel route="WShipmentReport" title={label('출고 · 14일', 'Shipments · 14 days')}>
          {shipments.length > 0 ? <DailyBars rows={shipments} /> : waits}
        </Panel>
      )}
      {findScreen('InventorySummary') && (
        <Panel route="InventorySummary" title={label('재고', 'Inventory')}>
          {stock ? <StockShares stock={stock} conditions={conditions} cells={cells} /> : waits}
        </Panel>
      )}
    </>
  )
}

interface PanelProps {
  readonly route: string
  readonly title: Label
  readonly children: JSX.Element | string
}

function Panel({ route, title, children }: PanelProps): JSX.Element {
  return (
    <section className="frame home-list">
      <h2 className="frame-title">{t(title)}</h2>
      <button type="button" className="home-panel" onClick={() => openRequested(route)}>
        {children}
      </button>
    </section>
  )
}

const HEIGHT = 132
const STEP = 30
const BAR = 18

/**
 * Daily bars: the ordered quantity as an outline, the shipped quantity filled. Today is
 * highlighted.
 */
function DailyBars({ rows }: { readonly rows: readonly WireRow[] }): JSX.Element {
  const highest = Math.max(1, ...rows.map((row) => toNumber(row['ORDER_QTY'])))
  const barHeight = (value: Value | undefined): number =>
    (toNumber(value) / highest) * (HEIGHT - 24)
  const last = rows.at(-1)
  const ko = `출고 14일. 오늘 지시 ${formatWhole(last?.['ORDER_QTY'])}, 출하 ${formatWhole(last?.['SHIP_QTY'])}`
  const en = `Shipments of 14 days. Today ${formatWhole(last?.['ORDER_QTY'])} ordered, ${formatWhole(last?.['SHIP_QTY'])} shipped`
  return (
    <svg
      className="home-days"
      viewBox={`0 0 ${rows.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={t(label(ko, en))}
    >
      {rows.map((row, index) => {
        const x = index * STEP + (STEP - BAR) / 2
        const [asked, done] = [barHeight(row['ORDER_QTY']), barHeight(row['SHIP_QTY'])]
        const day = String(row['SHIPMENT_DT_DAY'] ?? '')
        const isToday = index === rows.length - 1
        return (
          <g key={day} data-today={isToday || undefined}>
            <rect className="asked" x={x} y={HEIGHT - 20 - asked} width={BAR} height={asked} />
            <rect className="done" x={x} y={HEIGHT - 20 - done} width={BAR} height={done} />
            <text x={x + BAR / 2} y={HEIGHT - 5}>
              {Number(day.slice(6))}
            </text>
          </g>
        )
      })}
      <line x1={0} x2={rows.length * STEP} y1={HEIGHT - 19.5} y2={HEIGHT - 19.5} />
    </svg>
  )
}

interface StockProps {
  readonly stock: WireRow
  readonly conditions: readonly WireRow[]
  readonly cells: WireRow | undefined
}

const parts = [
  ['accent', label('정상', 'Normal'), (row: WireRow) => !isHeld(row) && !isBonded(row)],
  [
    'warn',
    label('보류·불량·검품대기', 'Held, damaged or to inspect'),
    (row: WireRow) => isHeld(row) && !isBonded(row),
  ],
  ['bonded', label('보세', 'Bonded'), (row: WireRow) => isBonded(row)],
] as const

const isHeld = (row: WireRow): boolean =>
  ['HELD', 'DAMAGED', 'INSPECT'].includes(String(row['CONDITION_CD']))
const isBonded = (row: WireRow): boolean => row['BONDED_CD'] === 'BONDED'

function StockShares({ stock, conditions, cells }: StockProps): JSX.Element {
  const all = toNumber(stock['QTY'])
  const rate = cells?.['USED_RATE']
  return (
    <>
      <span className="home-figures">
        <Figure title={label('품목', 'Items')} text={formatWhole(stock['STOCK_COUNT'])} />
        <Figure title={label('수량', 'Quantity')} text={formatWhole(all)} />
        {rate !== undefined && (
          <Figure title={label('셀 사용', 'Cells used')} text={String(rate ?? 0)} unit="%" />
        )}
      </span>
      {conditions.length > 0 && <ShareBar of={conditions} all={all} />}
    </>
  )
}

function ShareBar({
  of,
  all,
}: {
  readonly of: readonly WireRow[]
  readonly all: number
}): JSX.Element {
  const shares = parts.map(([tone, title, is]) => {
    const qty = of.filter(is).reduce((sum, row) => sum + toNumber(row['QTY']), 0)
    return { tone, title, qty, share: all > 0 ? (qty / all) * 100 : 0 }
  })
  return (
    <>
      <span className="home-share" aria-hidden="true">
        {shares.map(({ tone, share }) => (
          <span key={tone} className={`home-${tone}`} style={{ width: `${share}%` }} />
        ))}
      </span>
      <span className="home-shares">
        {shares.map(({ tone, title, qty }) => (
          <span key={tone}>
            <span className={`home-dot home-${tone}`} aria-hidden="true" /> {t(title)}{' '}
            {formatWhole(qty)}
          </span>
        ))}
      </span>
    </>
  )
}

interface FigureProps {
  readonly title: Label
  readonly text: string
  readonly unit?: string
}

function Figure({ title, text, unit }: FigureProps): JSX.Element {
  return (
    <span className="home-figure">
      <span>{t(title)}</span>
      <strong>
        {text}
        {unit && <small> {unit}</small>}
      </strong>
    </span>
  )
}
