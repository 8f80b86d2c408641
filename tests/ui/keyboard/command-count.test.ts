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

test('a number repeats the next command, and only that one', () => {
  typed('12')
  expect(timesRun(true)).toBe(12)
  expect(typedCount()).toBe('')
  expect(timesRun(true)).toBe(1)
})

test('a command that cannot be repeated runs once, and is told the number', () => {
  typed('40')
  let told: number | undefined
  let times = 0
  runCounted(() => {
    times += 1
    told = currentCount()
  }, false)
  expect([times, told]).toEqual([1, 40])
  expect(currentCount()).toBeUndefined()
})

test('a number nobody means is cut, and repeats no thousand times', () => {
  typed('99999999')
  expect(typedCount()).toBe('999999')
  expect(timesRun(true)).toBe(1000)
})

test('a command that fails leaves no number behind', () => {
  typed('3')
  expect(() =>
    runCounted(() => {
      throw new Error('refused')
    }, true),
  ).toThrow('refused')
  expect([typedCount(), currentCount()]).toEqual(['', undefined])
})

test('whoever shows the number hears of it', () => {
  const heard: string[] = []
  const stop = onCount(() => heard.push(typedCount()))
  typed('5')
  clearCount()
  clearCount()
  stop()
  typed('6')
  expect(heard).toEqual(['5', ''])
})
