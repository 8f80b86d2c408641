import { expect, test } from 'vitest'
import { statusTone } from '#kernel/status-tone.ts'
import { indexSteps } from '#kernel/status.ts'

test('each step lists the statuses that allow it, in code order', () => {
  const from = indexSteps({ '10': ['pick'], '05': ['change', 'pick'], '90': [] })
  expect(from).toEqual({ change: ['05'], pick: ['05', '10'] })
})

test('a row with no status or an unknown one has no tone', () => {
  const tones = { '10': 'warn' } as const
  expect(statusTone(tones, { STATE_CD: '10' })).toBe('warn')
  expect(statusTone(tones, { STATE_CD: '99' })).toBeUndefined()
  expect(statusTone(tones, {})).toBeUndefined()
  expect(statusTone(tones, { STATE_CD: 'toString' })).toBeUndefined()
})
