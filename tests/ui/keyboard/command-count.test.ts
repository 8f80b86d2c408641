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

function typed(digits: string): void {
  for (const digit of digits) addCountDigit(Number(digit))
}

function timesRun(repeats: boolean): number {
  let times = 0
  runCounted(() => (times += 1), repeats)
  return times
}

test('a count repeats only the next command', () => {
  typed('12')
  expect(timesRun(true)).toBe(12)
  expect(typedCount()).toBe('')
  expect(timesRun(true)).toBe(1)
})

test('a command that cannot be repeated runs once and receives the count', () => {
  typed('40')
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
  typed('99999999')
  expect(typedCount()).toBe('999999')
  expect(timesRun(true)).toBe(1000)
})

test('a failing command clears the count', () => {
  typed('3')
  expect(() =>
    runCounted(() => {
      throw new Error('refused')
    }, true),
  ).toThrow('refused')
  expect([typedCount(), currentCount()]).toEqual(['', undefined])
})

test('count listeners are notified of every change', () => {
  const heard: string[] = []
  const stop = onCount(() => heard.push(typedCount()))
  typed('5')
  clearCount()
  clearCount()
  stop()
  typed('6')
  expect(heard).toEqual(['5', ''])
})
