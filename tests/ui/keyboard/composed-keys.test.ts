import { describe, expect, test } from 'vitest'
import { keymapRules } from '#kernel/keymap.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { keyEvent, testClock } from './key-event.ts'

const rules = keymapRules([
  { when: 'always', keys: { '$mod+s': 'page.save', F8: 'page.search', Escape: 'app.back' } },
])

function startComposing() {
  const ran: string[] = []
  const clock = testClock()
  let isComposing = true
  const dispatcher = new Dispatcher<string>({
    rules,
    evaluateContext: () => ({}),
    run: (command) => void ran.push(command),
    entryOf: () => 'text',
    isComposing: () => isComposing,
    platform: 'other',
    schedule: clock.schedule,
    holdMs: 0,
  })
  const press = (key: string, given: Parameters<typeof keyEvent>[1] = {}) => {
    const event = keyEvent(key, given)
    dispatcher.handle(event)
    return event
  }
  return { ran, clock, press, dispatcher, end: () => (isComposing = false) }
}

const commands = [
  { name: 'Ctrl+S', key: 's', code: 'KeyS', ctrlKey: true, command: 'page.save' },
  { name: 'F8', key: 'F8', code: 'F8', ctrlKey: false, command: 'page.search' },
] as const

describe.each(commands)('$name while a syllable is composed', ({ key, code, ctrlKey, command }) => {
  const taken = { code, ctrlKey, keyCode: 229, timeStamp: 1000 }

  test('runs nothing yet and is withheld from the browser', () => {
    const { ran, press } = startComposing()
    expect(press('Process', taken).prevented).toBe(true)
    expect(ran).toEqual([])
  })

  test('runs once when the input method swallows the key', () => {
    const { ran, press, clock, end } = startComposing()
    press('Process', taken)
    end()
    clock.pass(60)
    clock.pass(60)
    expect(ran).toEqual([command])
  })

  test('runs once when the key is repeated after the syllable', () => {
    const { ran, press, clock, end } = startComposing()
    press('Process', taken)
    end()
    press(key, { code, ctrlKey, timeStamp: 1001 })
    clock.pass(200)
    expect(ran).toEqual([command])
  })

  test('runs once when a busy page receives the repeated key late', () => {
    const { ran, press, clock, end } = startComposing()
    press('Process', taken)
    end()
    clock.pass(60)
    clock.pass(60)
    expect(press(key, { code, ctrlKey, timeStamp: 1003 }).prevented).toBe(true)
    press(key, { code, ctrlKey, timeStamp: 1004 })
    expect(ran).toEqual([command, command])
  })

  test('runs before the next key', () => {
    const { ran, press, clock, end } = startComposing()
    press('Process', taken)
    end()
    press('Escape', { timeStamp: 1020 })
    clock.pass(200)
    expect(ran).toEqual([command, 'app.back'])
  })

  test('a command never runs after the dispatcher is cancelled', () => {
    const { ran, press, clock, dispatcher } = startComposing()
    press('Process', taken)
    dispatcher.cancel()
    clock.pass(200)
    expect(ran).toEqual([])
  })
})

describe('Escape during the composition of a syllable', () => {
  const taken = { code: 'Escape', keyCode: 229, timeStamp: 1000 }

  test('runs no command, not even for its echo', () => {
    const { ran, press, end } = startComposing()
    press('Process', taken)
    end()
    expect(press('Escape', { timeStamp: 1010 }).prevented).toBe(true)
    expect(ran).toEqual([])
  })

  test('runs the back command when pressed again', () => {
    const { ran, press, end } = startComposing()
    press('Process', taken)
    end()
    press('Escape', { timeStamp: 1200 })
    expect(ran).toEqual(['app.back'])
  })
})
