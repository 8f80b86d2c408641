import { expect, test } from 'vitest'
import { liveStock } from '#tests/torture/stock-life.ts'

const commands = Number(process.env['LIFE_COMMANDS'] ?? 2_000)
const seed = process.env['LIFE_SEED']

test(
  `after each of ${commands} things that happen to stock, the books are what arithmetic says`,
  { timeout: 3_600_000 },
  async () => {
    const result = await liveStock(commands, seed === undefined ? undefined : Number(seed))
    console.log(
      `seed ${result.seed}: ${result.commands} commands in ${result.seconds.toFixed(0)} s`,
    )
    expect(result.commands).toBeGreaterThanOrEqual(commands)
  },
)
