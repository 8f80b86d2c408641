// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shellState } from '#ui/base/shell-state.ts'
import { dispatcher, startKeyboard } from '#ui/keys/dispatch/keyboard.ts'
import { endChoice, bufferKeysForChoice, loadingKeys } from '#ui/keys/loading-keys.ts'
import { keyEvent } from './key-event.ts'

let stop: () => void
beforeAll(() => {
  stop = startKeyboard()
})
afterAll(() => stop())
afterEach(() => {
  loadingKeys.cancel()
  endChoice()
  shellState.paletteOpen = false
})

const pressCtrlK = () =>
  dispatcher.handle(keyEvent('k', { ctrlKey: true, timeStamp: performance.now() }))

test('Ctrl+K pressed while a command line Enter is pending is queued', () => {
  shellState.paletteOpen = true
  bufferKeysForChoice()
  pressCtrlK()
  expect(loadingKeys.count).toBe(1)
})

test('Ctrl+K with nothing pending runs immediately', () => {
  expect(pressCtrlK()).toMatchObject({ kind: 'command', command: 'app.palette' })
  expect(loadingKeys.count).toBe(0)
})
