// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { scanCalls } from '#ui/scanner/station/scan-calls.ts'
import { ScanStation } from '#ui/scanner/station/scan-station.ts'
import { checkScreen, openWarehouse, ORDER } from './scan-support.ts'

/** A count without expected quantities, as at the counting station. */
const countScreen = { ...checkScreen, wanted: 'WANTED_QTY' }

beforeEach(() => {
  // Missing in jsdom.
  HTMLElement.prototype.checkVisibility = () => true
  render(<PopupHost />)
})
afterEach(() => {
  while (topPopup()) act(() => topPopup()?.dismiss())
  cleanup()
})

async function openCounting(counted: readonly (number | null)[]) {
  const warehouse = openWarehouse()
  counted.forEach((quantity, index) => {
    const line = warehouse.lines[index]
    if (line) Object.assign(line, { PICK_QTY: null, CHECK_QTY: quantity })
  })
  const station = new ScanStation({ screen: countScreen, calls: scanCalls(countScreen) })
  await station.open(ORDER)
  return { station, sent: () => warehouse.sent.map(({ procedure }) => procedure) }
}

/** Presses OK or Cancel in the confirmation, which names one of two lines. */
async function press(button: 0 | 1): Promise<void> {
  const request = await screen.findByRole('alertdialog')
  expect(request.textContent).toMatch(/2.*1/)
  fireEvent.click(
    within(request)
      .getAllByText(button === 0 ? /↵/ : /Esc/)
      .at(-1) ?? request,
  )
}

test('finishing with uncounted lines prompts with their number, and Cancel keeps the count open', async () => {
  const { station, sent } = await openCounting([3, null])
  const finishing = station.finish()
  await press(1)
  expect((await finishing).ok).toBe(false)
  expect(sent()).toEqual([])
})

test('confirming the prompt leaves the uncounted lines unchanged', async () => {
  const { station, sent } = await openCounting([3, null])
  const finishing = station.finish()
  await press(0)
  expect((await finishing).ok).toBe(true)
  expect(sent()).toEqual(['outbound/finish-check'])
})

test('a complete count, including counts of zero, finishes without a confirmation', async () => {
  const { station, sent } = await openCounting([3, 0])
  expect((await station.finish()).ok).toBe(true)
  expect(sent()).toEqual(['outbound/finish-check'])
})
