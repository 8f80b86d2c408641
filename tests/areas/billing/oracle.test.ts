import { expect, test } from 'vitest'
import { testSite } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { soakSize } from '#tests/support/suite.ts'
import type { Finding } from '#tests/oracle/compare.ts'
import { OwnerSimulation } from '#tests/oracle/owner-simulation.ts'
import { randomLife, type Life, type RateCardOptions } from '#tests/oracle/random-life.ts'

const months = ['202601', '202602', '202603', '202604']
const parallelLives = 10
const seed = Number(process.env['ORACLE_SEED'] ?? Math.floor(Date.now() / 86_400_000))

const spread: RateCardOptions = {
  bases: [
    'DAY_END',
    'DAY_START',
    'DAY_PEAK',
    'ANNIVERSARY',
    'AVERAGE',
    'PEAK',
    'MONTH_END',
    'HALF_PEAK',
    'HALF_END',
    'SPLIT',
    'TEN_PEAK',
    'TEN_END',
  ],
  splitPrices: true,
  measuredLate: true,
  otherBasis: true,
  narrower: true,
  closeDays: [5, 10, 20, 25],
}

async function runLife(lives: readonly Life[]): Promise<readonly Finding[]> {
  const site = await testSite()
  const all = new OwnerSimulation(site, await site.login('admin'), lives)
  await all.startLife()
  await all.livePast(months)
  await closeVerified(site)
  return all.findings
}

/** Shrinks a failing scenario by removing steps for as long as it still fails. */
async function shrinkLife(
  life: Life,
  tries = Number(process.env['ORACLE_TRIES'] ?? 12),
): Promise<Life> {
  let small = life
  for (let part = Math.ceil(life.steps.length / 2); part >= 1; part = Math.floor(part / 2)) {
    for (let at = 0; at < small.steps.length && tries > 0; tries -= 1) {
      const steps = small.steps.filter((_, index) => index < at || index >= at + part)
      const shorter = { ...small, steps }
      const findings = await runLife([shorter])
      if (findings.length > 0) small = shorter
      else at += part
    }
  }
  return small
}

const livesInTotal = soakSize(2000, 40) / months.length
/** Each part has its own time limit, and `-t "part 7"` repeats one. */
const livesPerPart = 50
const parts = Math.ceil(livesInTotal / livesPerPart)

test.each(Array.from({ length: parts }, (_, index) => [index + 1, parts] as const))(
  'random months are invoiced as calculated independently from ledger and rate card: part %i of %i',
  async (part) => {
    console.log(`ORACLE_SEED=${seed} repeats these months`)
    const end = Math.min(part * livesPerPart, livesInTotal)
    for (let from = (part - 1) * livesPerPart; from < end; from += parallelLives) {
      const lives = Array.from({ length: parallelLives }, (_, index) => {
        const number = from + index
        return randomLife(seed * 1000 + number, `L${number}`, months, spread)
      })
      const findings = await runLife(lives)
      const [first] = findings
      if (!first) continue
      const failing = lives.find(({ owner }) => owner === first.owner)
      const small = failing ? await shrinkLife(failing) : undefined
      expect([findings.map(({ owner, text }) => `${owner}: ${text}`), small]).toEqual([])
    }
  },
  3_600_000,
)
