import { describe, expect, test } from 'vitest'
import type { ContextValues } from '#kernel/context-keys.ts'
import { keymapRules, type Keymap } from '#kernel/keymap.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import type { DispatcherOptions } from '#ui/keys/dispatcher-contract.ts'
import type { TextEntry } from '#ui/keys/keystroke.ts'
import { TypeAhead, type Replay } from '#ui/keys/type-ahead.ts'
import { keyEvent, testClock, type TestKey } from './key-event.ts'

type Options = Partial<DispatcherOptions<string>> & {
  readonly context?: ContextValues
  readonly entry?: TextEntry
}

function createDesk(maps: readonly Keymap<string>[], options: Options = {}) {
  const ran: string[] = []
  const clock = testClock()
  const where = { context: options.context ?? {}, entry: options.entry ?? 'none' }
  let nowMs = 1000
  const dispatcher = new Dispatcher<string>({
    rules: keymapRules(...maps),
    evaluateContext: () => where.context,
    run: (command) => void ran.push(command),
    entryOf: () => where.entry,
    platform: 'other',
    schedule: clock.schedule,
    holdMs: 0,
    ...options,
  })
  const press = (key: string, given: Parameters<typeof keyEvent>[1] = {}): TestKey => {
    nowMs += given.timeStamp ?? 200
    const event = keyEvent(key, { ...given, timeStamp: nowMs })
    dispatcher.handle(event)
    return event
  }
  return { dispatcher, ran, clock, where, press }
}

const basics: Keymap<string> = [
  { when: 'always', keys: { '$mod+k': 'app.palette', '$mod+s': 'page.save', F8: 'page.search' } },
  { when: 'singleKeys', keys: { 'g l': 'stock.lots', 'g m': 'stock.move', '/': 'app.slash' } },
  { when: 'grid && commandMode', keys: { h: 'stock.hold' } },
]
const letters = { singleKeys: true }

describe('rules', () => {
  test('a bound key runs its command and is consumed', () => {
    const { ran, press } = createDesk([basics])
    const event = press('k', { ctrlKey: true })
    expect(ran).toEqual(['app.palette'])
    expect([event.prevented, event.stopped]).toEqual([true, true])
  })

  test('an unbound key is left to the browser', () => {
    const { ran, press } = createDesk([basics])
    expect(press('q', { ctrlKey: true }).prevented).toBe(false)
    expect(ran).toEqual([])
  })

  test('the last rule whose condition holds wins', () => {
    const override: Keymap<string> = [{ when: 'grid', keys: { '$mod+s': 'grid.save' } }]
    const { ran, press, where } = createDesk([basics, override])
    press('s', { ctrlKey: true })
    where.context = { grid: true }
    press('s', { ctrlKey: true })
    expect(ran).toEqual(['page.save', 'grid.save'])
  })

  test('null for one command leaves the key to the other commands that share it', () => {
    const shared: Keymap<string> = [
      { when: 'always', keys: { '$mod+s': 'page.save' } },
      { when: 'grid', keys: { '$mod+s': 'page.act' } },
    ]
    const user: Keymap<string> = [{ when: 'always', of: 'page.save', keys: { '$mod+s': null } }]
    const { ran, press, where } = createDesk([shared, user])
    expect(press('s', { ctrlKey: true }).prevented).toBe(false)
    where.context = { grid: true }
    press('s', { ctrlKey: true })
    expect(ran).toEqual(['page.act'])
  })

  test('null in the user keymap returns the key to the browser', () => {
    const { ran, press } = createDesk([basics, [{ when: 'always', keys: { '$mod+s': null } }]])
    expect(press('s', { ctrlKey: true }).prevented).toBe(false)
    expect(ran).toEqual([])
  })

  test('a command that declines leaves the key to the browser', () => {
    const { press } = createDesk([basics], { run: () => false })
    expect(press('F8').prevented).toBe(false)
  })

  test('a command that throws still consumes its key', () => {
    const { dispatcher } = createDesk([basics], {
      run: () => {
        throw new Error('no save')
      },
    })
    const event = keyEvent('s', { ctrlKey: true })
    expect(() => dispatcher.handle(event)).toThrow('no save')
    expect(event.prevented).toBe(true)
  })

  test('rules of the app window do not apply in a browser tab', () => {
    const app: Keymap<string> = [
      { when: 'always', environment: 'app', keys: { '$mod+w': 'app.close-tab' } },
    ]
    const tab = createDesk([app])
    tab.press('w', { ctrlKey: true })
    const window = createDesk([app], { environment: 'app' })
    window.press('w', { ctrlKey: true })
    expect([tab.ran, window.ran]).toEqual([[], ['app.close-tab']])
  })

  test('an installed tab uses the app window keys from then on', () => {
    const app: Keymap<string> = [
      { when: 'always', environment: 'app', keys: { '$mod+w': 'app.close-tab' } },
    ]
    const { dispatcher, ran, press } = createDesk([app])
    dispatcher.setRules(keymapRules(app), 'app')
    press('w', { ctrlKey: true })
    dispatcher.setRules(keymapRules(app))
    press('w', { ctrlKey: true })
    expect(ran).toEqual(['app.close-tab', 'app.close-tab'])
  })

  test('holding a key repeats a cursor move but saves only once', () => {
    const map: Keymap<string> = [{ when: 'always', keys: { ArrowDown: 'grid.down', F9: 'save' } }]
    const { ran, press } = createDesk([map], { canRepeat: (command) => command === 'grid.down' })
    for (const repeat of [false, true, true]) press('ArrowDown', { repeat })
    for (const repeat of [false, true, true]) expect(press('F9', { repeat }).prevented).toBe(true)
    expect(ran).toEqual(['grid.down', 'grid.down', 'grid.down', 'save'])
  })

  test('new rules take effect immediately', () => {
    const { dispatcher, ran, press } = createDesk([basics])
    dispatcher.setRules(keymapRules(basics, [{ when: 'always', keys: { F8: 'other' } }]))
    press('F8')
    expect(ran).toEqual(['other'])
  })
})

describe('sequences', () => {
  test('a sequence publishes its possible next strokes, and the second runs the command', () => {
    const { dispatcher, ran, press } = createDesk([basics], { context: letters })
    press('g')
    expect(dispatcher.getState()).toMatchObject({
      pending: 'g',
      choices: [
        { keys: 'l', command: 'stock.lots' },
        { keys: 'm', command: 'stock.move' },
      ],
    })
    press('l')
    expect(ran).toEqual(['stock.lots'])
    expect(dispatcher.getState()).toMatchObject({ pending: '', choices: [] })
  })

  test('a stroke without a match is consumed and reported', () => {
    const { dispatcher, ran, press } = createDesk([basics], { context: letters })
    press('g')
    expect(press('x').prevented).toBe(true)
    expect(dispatcher.getState()).toMatchObject({ pending: '', missed: 'g x' })
    press('F8')
    expect(ran).toEqual(['page.search'])
    expect(dispatcher.getState().missed).toBeUndefined()
  })

  test('Escape cancels a sequence without reaching the page', () => {
    const { dispatcher, press } = createDesk([basics], { context: letters })
    press('g')
    expect(press('Escape').stopped).toBe(true)
    expect(dispatcher.getState()).toMatchObject({ pending: '', missed: undefined })
    expect(press('Escape').stopped).toBe(false)
  })

  test('a sequence times out after the user setting, or never', () => {
    const { dispatcher, press, clock } = createDesk([basics], {
      context: letters,
      chordTimeoutMs: 800,
    })
    press('g')
    clock.pass(800)
    expect(dispatcher.getState().pending).toBe('')
    dispatcher.setChordTimeout(null)
    press('g')
    clock.pass(3_600_000)
    expect(dispatcher.getState().pending).toBe('g')
  })

  test('a sequence started with a modifier continues with letters inside a text field', () => {
    const map: Keymap<string> = [{ when: 'always', keys: { '$mod+j l': 'stock.lots' } }]
    const { ran, press } = createDesk([map], { entry: 'text' })
    press('j', { ctrlKey: true })
    press('Process', { code: 'KeyL', keyCode: 229 })
    expect(ran).toEqual(['stock.lots'])
  })

  test('unbinding one branch of a sequence leaves the others', () => {
    const user: Keymap<string> = [{ when: 'always', keys: { 'g l': null } }]
    const { dispatcher, press } = createDesk([basics, user], { context: letters })
    press('g')
    expect(dispatcher.getState().choices.map((choice) => choice.keys)).toEqual(['m'])
  })
})

describe('typing', () => {
  test('a letter never fires inside a text field, but a shortcut does', () => {
    const context = { ...letters, grid: true, commandMode: true }
    const { ran, press } = createDesk([basics], { context, entry: 'text' })
    for (const key of ['/', 'g', 'h']) expect(press(key).prevented).toBe(false)
    press('s', { ctrlKey: true })
    expect(ran).toEqual(['page.save'])
  })

  test('a letter in the input sink of the grid is text unless letters are commands', () => {
    const { ran, press, where } = createDesk([basics], { entry: 'sink', context: { grid: true } })
    expect(press('h').prevented).toBe(false)
    where.context = { grid: true, commandMode: true, singleKeys: true }
    press('h')
    expect(press('/').prevented).toBe(false)
    expect(ran).toEqual(['stock.hold'])
  })

  test('nothing runs while Hangul is being composed', () => {
    const { ran, press } = createDesk([basics], { entry: 'text' })
    press('s', { ctrlKey: true, isComposing: true })
    press('F8', { isComposing: true })
    press('Process', { keyCode: 229, code: 'Enter' })
    expect(ran).toEqual([])
  })

  test('Hangul mode has no effect outside text fields', () => {
    const { ran, press } = createDesk([basics], { context: letters })
    press('ㅎ', { code: 'KeyG' })
    press('ㅣ', { code: 'KeyL' })
    press('Process', { code: 'KeyG', keyCode: 229 })
    press('Process', { code: 'KeyM', keyCode: 229 })
    expect(ran).toEqual(['stock.lots', 'stock.move'])
  })

  test('numpad digits work like the other digits', () => {
    const map: Keymap<string> = [{ when: 'grid', keys: { '2': 'row.edit' } }]
    const { ran, press } = createDesk([map], { context: { grid: true } })
    press('2', { code: 'Numpad2' })
    expect(ran).toEqual(['row.edit'])
  })
})

describe('scans', () => {
  const holding = { context: letters, holdMs: 50 }

  test('a key consumed by the scanner runs nothing and ends a pending sequence', () => {
    const { dispatcher, ran, press } = createDesk([basics], {
      context: letters,
      scanner: (event) => (event.key === 'Enter' ? 'taken' : 'pass'),
    })
    press('g')
    press('Enter')
    expect(dispatcher.getState().pending).toBe('')
    expect(ran).toEqual([])
  })

  test('a scanned code that starts with a bound letter runs nothing', () => {
    const { dispatcher, ran, press, clock } = createDesk([basics], holding)
    for (const key of ['g', 'l', '1', '0', '0']) press(key, { timeStamp: 4 })
    clock.pass(500)
    expect(ran).toEqual([])
    expect(dispatcher.getState().pending).toBe('')
  })

  test('a single letter runs as soon as no scan can follow', () => {
    const { ran, press, clock } = createDesk([basics], holding)
    expect(press('/').prevented).toBe(true)
    expect(ran).toEqual([])
    clock.pass(50)
    expect(ran).toEqual(['app.slash'])
  })

  test('two letters typed in quick succession still form a sequence', () => {
    const { ran, press, clock } = createDesk([basics], holding)
    press('g')
    press('l', { timeStamp: 20 })
    clock.pass(50)
    expect(ran).toEqual(['stock.lots'])
  })

  test('replayed letters typed ahead are not mistaken for a scan', () => {
    const { ran, press } = createDesk([basics], holding)
    for (const key of ['g', 'l', 'g', 'm']) press(key, { timeStamp: 0.1, isTrusted: false })
    expect(ran).toEqual(['stock.lots', 'stock.move'])
  })

  test('a letter runs before the shortcut pressed after it', () => {
    const { ran, press } = createDesk([basics], holding)
    press('/')
    press('s', { ctrlKey: true, timeStamp: 30 })
    expect(ran).toEqual(['app.slash', 'page.save'])
  })

  test('a harmless letter runs without waiting', () => {
    const { ran, press } = createDesk([basics], {
      ...holding,
      isHarmless: (id) => id === 'app.slash',
    })
    press('/')
    expect(ran).toEqual(['app.slash'])
  })
})

describe('while a screen loads', () => {
  test('keys are queued and replayed in order, but the palette works immediately', () => {
    const replayed: Replay[] = []
    const typeAhead = new TypeAhead({ replay: (item) => replayed.push(item) })
    const { ran, press } = createDesk([basics], {
      typeAhead,
      runsWhileLoading: (command) => command === 'app.palette',
    })
    typeAhead.begin()
    expect(press('F8').prevented).toBe(true)
    press('k', { ctrlKey: true })
    press('ArrowDown')
    expect(ran).toEqual(['app.palette'])
    typeAhead.replayAll()
    expect(replayed.map((item) => (item.kind === 'key' ? item.key.init.key : item.text))).toEqual([
      'F8',
      'ArrowDown',
    ])
  })

  test('Escape discards the queued keys and passes through', () => {
    const dropped: number[] = []
    const typeAhead = new TypeAhead({ replay: () => {}, onDropped: (n) => dropped.push(n) })
    // Escape navigates back even while a screen loads. It must not be queued for that screen.
    const leave = { when: 'always', keys: { Escape: 'app.back' } }
    const { press } = createDesk([basics, [leave]], { typeAhead, runsWhileLoading: () => true })
    typeAhead.begin()
    typeAhead.take(keyEvent('a'), { chord: 'a', alternates: [], bare: true, text: 'a' })
    expect(press('Escape').prevented).toBe(false)
    expect([typeAhead.holding, dropped]).toEqual([false, [1]])
  })

  test('typing in a field is not interrupted', () => {
    const typeAhead = new TypeAhead({ replay: () => {} })
    const { press } = createDesk([basics], { typeAhead, entry: 'text' })
    typeAhead.begin()
    expect(press('a').prevented).toBe(false)
    expect(typeAhead.count).toBe(0)
  })
})

test('the command log records commands, pending strokes and misses with their keys', () => {
  const log: unknown[] = []
  const { press } = createDesk([basics], {
    context: letters,
    onDispatched: (entry) => log.push(entry),
  })
  press('g')
  press('l')
  press('g')
  press('x')
  press('q', { ctrlKey: true })
  expect(log).toEqual([
    { kind: 'pending', keys: 'g' },
    { kind: 'command', command: 'stock.lots', keys: 'g l' },
    { kind: 'pending', keys: 'g' },
    { kind: 'missed', keys: 'g x' },
  ])
})

test('the legend lists only active keys, honoring conditions, overrides and unbinding', () => {
  const maps: Keymap<string>[] = [
    basics,
    [{ when: 'always', keys: { F8: null, g: 'app.go', '$mod+s': 'page.store' } }],
  ]
  const { dispatcher, where } = createDesk(maps, { context: letters })
  const describeActive = () =>
    dispatcher.active().map((rule) => `${rule.keys} ${rule.command ?? ''}`)
  expect(describeActive()).toEqual([
    '$mod+k app.palette',
    '/ app.slash',
    'g app.go',
    '$mod+s page.store',
  ])
  where.context = { grid: true, commandMode: true }
  expect(describeActive()).toContain('h stock.hold')
  expect(describeActive()).not.toContain('/ app.slash')
})
