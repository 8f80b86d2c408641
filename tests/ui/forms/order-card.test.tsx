// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type JSX } from 'react'
import { afterEach, expect, test } from 'vitest'
import { OrderCard } from '#ui/forms/order-card.tsx'
import { setLanguage } from '#ui/base/language.ts'

afterEach(cleanup)

function Held(): JSX.Element {
  const [active, setActive] = useState(true)
  const facts = [{ title: 'Customer', value: 'Hanbit Health' }]
  return <OrderCard orderNo="PO-1" facts={facts} active={active} onActive={setActive} />
}

test('a card shows whether its order is active, and its switch toggles it', async () => {
  setLanguage('ko')
  const user = userEvent.setup()
  render(<Held />)
  const card = screen.getByRole('article', { name: 'PO-1' })
  const control = screen.getByRole('switch', { name: 'PO-1 진행', checked: true })
  expect(card.dataset['active']).toBe('true')
  expect(card.textContent).toBe('PO-1진행CustomerHanbit Health')
  control.focus()
  await user.keyboard(' ')
  expect(screen.getByRole('switch', { checked: false })).toBe(control)
  expect(card.dataset['active']).toBe('false')
  expect(card.textContent).toBe('PO-1중지CustomerHanbit Health')
})
