import { beforeEach, expect, test } from 'vitest'
import {
  addCountDigit,
  clearCount,
  currentCount,
  onCount,
  runCounted,
  typedCount,
} from '#ui/keys/command-count.ts'

beforeEach(clearCount)

function typeDigits(digits: string): void {
  for (const digit of digits) addCountDigit(Number(digit))
}

function countRuns(repeats: boolean): number {
  let times = 0
  runCounted(() => (times += 1), repeats)
  return times
}

test('a count repeats only the next command', () => {
  typeDigits('12')
  expect(countRuns(true)).toBe(12)
  expect(typedCount()).toBe('')
  expect(countRuns(true)).toBe(1)
})

test('a command that cannot be repeated runs once and receives the count', () => {
  typeDigits('40')
  let reports: number | undefined
  let times = 0
  runCounted(() => {
    times += 1
    reports = currentCount()
  }, false)
  expect([times, reports]).toEqual([1, 40])
  expect(currentCount()).toBeUndefined()
})

test('a huge count is truncated to six digits and repeats at most 1000 times', () => {
  typeDigits('99999999')
  expect(typedCount()).toBe('999999')
  expect(countRuns(true)).toBe(1000)
})

test('a failing command clears the count', () => {
  typeDigits('3')
  expect(() =>
    runCounted(() => {
      throw new Error('refused')
    }, true),
  ).toThrow('refused')
  expect([typedCount(), currentCount()]).toEqual(['', undefined])
})

test('count listeners are notified of every change', () => {
  const received: string[] = []
  const stop = onCount(() => received.push(typedCount()))
  typeDigits('5')
  clearCount()
  clearCount()
  stop()
  typeDigits('6')
  expect(received).toEqual(['5', ''])
})
