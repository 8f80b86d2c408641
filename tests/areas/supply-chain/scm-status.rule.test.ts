import { expect, test } from 'vitest'
import { scmStepFrom } from '#areas/supply-chain/rules/scm-status.ts'

test('every supply chain order step is allowed from the expected statuses', () => {
  expect(scmStepFrom).toEqual({
    accept: ['05', '10', '20'],
    reject: ['05', '10', '20'],
    replan: ['05', '10', '20'],
    switch: ['05', '10'],
    cancel: ['05', '10', '20', '80'],
    board: ['05', '10', '20', '30'],
    over: ['80', '90'],
    change: ['05'],
    cancelOwn: ['05'],
  })
})
