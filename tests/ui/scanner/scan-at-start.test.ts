// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { scanHistory, scannerKeys, scanRouter, startScans } from '#ui/scanner/scanner.ts'
import { makeBurst } from './burst.ts'

const code = '8801234567893'

function scanIn(ms: number): void {
  for (const key of makeBurst(code, { gapMs: 2, startMs: performance.now() + ms })) scannerKeys(key)
}

test('a code that starts as the window starts listening is rejected as possibly incomplete', () => {
  startScans()
  scanIn(10)
  expect(scanRouter.waitingCodes()).toEqual([])
  expect(scanHistory.records()).toMatchObject([
    { message: { ko: expect.stringContaining('앞부분이 누락되었을') } },
  ])
  scanIn(500)
  expect(scanRouter.waitingCodes()).toEqual([code])
})

test('a key press that reaches both listeners is processed once', () => {
  const before = scanRouter.waitingCodes()
  for (const key of makeBurst(code, { gapMs: 2, startMs: performance.now() + 1000 })) {
    expect(scannerKeys(key)).toBe(scannerKeys(key))
  }
  expect(scanRouter.waitingCodes()).toEqual([...before, code])
})
