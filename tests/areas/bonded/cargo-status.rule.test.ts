import { expect, test } from 'vitest'
import {
  cargoStepFrom,
  correctionStepFrom,
  faultStepFrom,
} from '#areas/bonded/rules/cargo-status.ts'

test('every step of a bonded cargo starts from its statuses', () => {
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

test('every step of a fault report starts from its statuses', () => {
  expect(faultStepFrom).toEqual({
    settle: ['10'],
  })
})

test('every step of a customs correction starts from its statuses', () => {
  expect(correctionStepFrom).toEqual({
    decide: ['10'],
  })
})
