import { expect, test } from 'vitest'
import { soakSize } from '#tests/support/suite.ts'
import { runStockLife } from '#tests/torture/stock-life.ts'

const commands = Number(process.env['LIFE_COMMANDS'] ?? soakSize(20_000))
const seed = process.env['LIFE_SEED']

const met = [
  'inbound/receive-bulk 200',
  'inbound/cancel-receiving 200',
  'inbound/cancel-receiving 409',
  'inventory/move 200',
  'inventory/move 422',
  'inventory/hold 200',
  'inventory/transfer-lot 200',
  'inventory/transfer-lot 422',
  'inventory/adjust 200',
  'inventory/adjust 422',
  'outbound/allocate 200',
  'outbound/cancel-allocation 200',
  'outbound/pick 200',
  'outbound/cancel-pick 200',
  'outbound/check-scan 200',
  'outbound/cancel-check 200',
  'outbound/ship 200',
  'outbound/cancel-shipping 200',
  'repeat',
] as const

test(
  `the books match the arithmetic after each of ${commands} stock operations`,
  { timeout: 3_600_000 },
  async () => {
    const result = await runStockLife(commands, seed === undefined ? undefined : Number(seed))
    console.log(
      `seed ${result.seed}: ${result.commands} commands in ${result.seconds.toFixed(0)} s`,
    )
    expect(result.commands).toBeGreaterThanOrEqual(commands)
    // A long simulated history includes every kind of command, both successful and rejected.
    if (commands < 20_000) return
    expect(Object.keys(result.kinds)).toEqual(expect.arrayContaining([...met]))
  },
)
