import './order-card.css'
import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

interface Props {
  readonly orderNo: string
  readonly facts: readonly { readonly title: string; readonly value: string }[]
  readonly active: boolean
  readonly onActive: (active: boolean) => void
}

/**
 * An order with a switch. An inactive order remains visible but is excluded from work (spec §4).
 */
export function OrderCard({ orderNo, facts, active, onActive }: Props): JSX.Element {
  const state = active ? label('진행', 'Active') : label('중지', 'Inactive')
  return (
    <article className="order-card" data-active={active} aria-label={orderNo}>
      <header>
        <b className="mono">{orderNo}</b>
        <span className="order-state">{t(state)}</span>
        <button
          type="button"
          className="order-switch"
          role="switch"
          aria-checked={active}
          aria-label={`${orderNo} ${t(label('진행', 'Active'))}`}
          onClick={() => onActive(!active)}
        >
          <span aria-hidden="true" />
        </button>
      </header>
      <dl>
        {facts.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
