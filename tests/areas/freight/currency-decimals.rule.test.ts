import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { currencyDecimals } from '#areas/freight/rules/currency-decimals.ts'

const list = path.join(import.meta.dirname, '../../../../shared/data/iso4217.csv')

test.skipIf(!fs.existsSync(list))('every current currency has the decimals of ISO 4217', () => {
  const rows = fs.readFileSync(list, 'utf8').trim().split('\n').slice(1)
  const facts = rows.flatMap((row): [string, number][] => {
    const [code, , unit, withdrawn] = row.split(',').slice(-4)
    return withdrawn?.trim() === '' && /^\d$/.test(unit ?? '') ? [[code ?? '', Number(unit)]] : []
  })
  expect(facts.length).toBeGreaterThan(150)
  expect(facts.filter(([code, unit]) => currencyDecimals(code) !== unit)).toEqual([])
})

test('yen have no decimals, dollars two and dinars three', () => {
  expect(['JPY', 'USD', 'KWD'].map(currencyDecimals)).toEqual([0, 2, 3])
})
