import { expect, test, vi } from 'vitest'
import { freightCommands } from '#commands/freight.ts'
import type { Command, CommandContext, PageHandle, ShellHandle } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { evaluate, parseWhen } from '#kernel/when.ts'

const rate: Command = freightCommands['freight.rate-booking']
const condition = parseWhen(rate.when ?? '')

async function rated(rows: WireRow[], searched: WireRow): Promise<unknown> {
  const page: Partial<PageHandle> = { rows: () => rows, searched: () => searched }
  const runProcedure = vi.fn(async () => true)
  const shell: Partial<ShellHandle> = {}
  const context: CommandContext = {
    page: page as PageHandle,
    shell: shell as ShellHandle,
    row: rows[0],
    runProcedure,
  }
  await rate.run?.(context)
  return runProcedure.mock.calls.map((call: unknown[]) => call[1])
}

test('charges can be rated for a booking that has none yet', async () => {
  const empty = { screen: 'CmsFreightCharge', grid: true, 'can.save': true, hasRows: false }
  expect(evaluate(condition, empty)).toBe(true)
  expect(evaluate(condition, { ...empty, screen: 'CmsMyBooking' })).toBe(false)
  expect(await rated([], { BOOKING_ID: 'BK-1' })).toEqual([[{ BOOKING_ID: 'BK-1' }]])
})

test('rows come before the search, and a pattern names no booking', async () => {
  const rows = [{ BOOKING_ID: 'BK-2' }, { BOOKING_ID: 'BK-2' }]
  expect(await rated(rows, { BOOKING_ID: 'BK-1' })).toEqual([[{ BOOKING_ID: 'BK-2' }]])
  expect(await rated([], { BOOKING_ID: 'BK%' })).toEqual([[]])
  expect(await rated([], {})).toEqual([[]])
})
