import { expect, test } from 'vitest'
import {
  cargoStepFrom,
  correctionStepFrom,
  discrepancyStepFrom,
} from '#areas/bonded/rules/cargo-status.ts'

test('bonded cargo steps start only from the allowed statuses', () => {
  expect(cargoStepFrom).toEqual({
    change: ['10'],
    arrive: ['10', '20', '40', '50'],
    askCustoms: ['10', '20', '30', '40', '45', '50', '60'],
    skipDeadlines: ['10', '60', '90'],
    keep: ['20', '30', '40', '45', '50'],
    unpack: ['20', '30', '40', '45', '50'],
    clear: ['20', '30', '40', '50'],
    over: ['60', '90'],
  })
})

test('discrepancy report steps start only from the allowed statuses', () => {
  expect(discrepancyStepFrom).toEqual({
    settle: ['10'],
  })
})

test('customs correction steps start only from the allowed statuses', () => {
  expect(correctionStepFrom).toEqual({
    decide: ['10'],
  })
})
