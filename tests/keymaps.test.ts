import { describe, expect, test } from 'vitest'
import { allEntries } from '#areas/menu-map.ts'
import { commandIds, commands, type CommandId } from '#commands/index.ts'
import { findDestination, openTitle } from '#commands/keyboard.ts'
import { keyProfiles } from '#keymaps/index.ts'
import type { Command } from '#kernel/command.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { areMutuallyExclusive, implies, parseWhen } from '#kernel/when.ts'
import { isBareChord, parseChords } from '#ui/keys/chord.ts'
import { findKeyProblems } from '#ui/keys/conflicts.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { fixedKeys } from '#ui/keys/fixed-keys.ts'
import { keyTable } from '#ui/keys/key-table.ts'
import { effectiveRules, keysByCommand } from '#ui/keys/effective-rules.ts'
import { keyEvent } from '#tests/ui/keyboard/key-event.ts'

const getCommand = (id: CommandId): Command => commands[id]
const platforms = ['other', 'apple'] as const
const environments = ['tab', 'app'] as const

describe.each(keyProfiles)('the key profile $id', ({ maps, options }) => {
  const rules = keymapRules(...maps)

  test.each(
    platforms.flatMap((platform) => environments.map((environment) => ({ platform, environment }))),
  )('has no duplicate, unreachable, reserved or bare keys in $platform/$environment', (options) => {
    const problems = findKeyProblems(rules, options).map((problem) => problem.message.en)
    expect(problems).toEqual([])
  })

  test('names only existing commands', () => {
    const named = rules.flatMap((rule) => (rule.command === null ? [] : [rule.command]))
    expect(named.filter((id) => !commandIds.includes(id))).toEqual([])
  })

  test('makes every command reachable by a key or in the palette', () => {
    const bound = new Set(rules.map((rule) => rule.command))
    const { maps: shipped = [] } = keyProfiles[0] ?? {}
    const wanted = new Set(keymapRules(...shipped).map(({ command }) => command))
    const lost = commandIds.filter(
      (id) => wanted.has(id) && !bound.has(id) && getCommand(id).palette === false,
    )
    expect(lost).toEqual([])
    // Commands used all day must not require typing in the palette.
    const daily = commandIds.filter((id) => wanted.has(id) && getCommand(id).legend !== undefined)
    const boundKeys = keysByCommand(
      keyTable(rules, { platform: 'other', environment: 'tab' }).rules,
    )
    expect(daily.length).toBeGreaterThan(10)
    expect(daily.filter((id) => !boundKeys.has(id))).toEqual([])
  })

  test('has another key for each grid function whose key it overrides', () => {
    const { rules: bound } = keyTable(rules, { platform: 'other', environment: 'tab' })
    const boundKeys = keysByCommand(bound)
    const commandMode = parseWhen('commandMode')
    const taken = fixedKeys.filter(({ keys, when }) =>
      bound.some(
        (rule) =>
          rule.command !== null &&
          keys.some((key) => parseChords(key, 'other')[0] === rule.sequence) &&
          !implies(rule.when, commandMode) &&
          !areMutuallyExclusive(rule.when, parseWhen(when)),
      ),
    )
    const open = taken.filter(({ yields }) => yields === true)
    expect(open.filter(({ instead }) => !instead || !boundKeys.has(instead))).toEqual([])
  })

  test('has a key for every command the legend bar shows', () => {
    const bound = new Set(rules.map((rule) => rule.command))
    const wantsNumbers = parseWhen('optionNumbers')
    const isShown = (id: CommandId): boolean => {
      const { legend, when = 'always' } = getCommand(id)
      const hasNumbers = options !== undefined || !implies(parseWhen(when), wantsNumbers)
      return legend !== undefined && hasNumbers
    }
    const keyless = commandIds.filter((id) => isShown(id) && !bound.has(id))
    expect(keyless).toEqual([])
  })
})

test('the default key bindings are those agreed with the staff', () => {
  const rules = keymapRules(...(keyProfiles[0]?.maps ?? []))
  const getKeys = (id: CommandId): string[] =>
    rules
      .filter((rule) => rule.command === id && rule.environment === undefined)
      .flatMap((rule) => parseChords(rule.keys, 'other'))
  const promised: Partial<Record<CommandId, string[]>> = {
    'app.palette': ['Control+k', '/'],
    'app.help': ['F1', '?'],
    'page.search': ['F8', 'Control+Enter'],
    'page.save': ['Control+s'],
    'grid.add-row': ['Insert', 'Alt+n'],
    'grid.delete-row': ['Control+Delete'],
    'page.export': ['Control+e'],
    'page.import': ['Control+i'],
    'page.print': ['Control+p'],
    'page.value-help': ['F4'],
    'grid.find': ['Control+f'],
    'app.next-tab': ['Alt+PageDown'],
    'app.previous-tab': ['Alt+PageUp'],
    'app.tab-9': ['Alt+9'],
    'app.close-tab': ['Alt+w'],
    'app.favourites': ['Alt+b'],
    'app.menu': ['Alt+m'],
    'page.focus-search': ['Alt+s'],
    'page.focus-grid': ['Alt+g'],
    'app.warehouse': ['Alt+0'],
    'app.next-zone': ['F6'],
    'app.back': ['Escape'],
  }
  const actual = Object.fromEntries(
    Object.keys(promised).map((id) => [id, getKeys(id as CommandId)]),
  )
  expect(actual).toEqual(promised)
})

test('a standalone window binds the keys that a browser tab reserves, with their browser meaning', () => {
  const rules = keymapRules(...(keyProfiles[0]?.maps ?? []))
  const own = rules.filter(({ environment }) => environment === 'app')
  expect(Object.fromEntries(own.map(({ keys, command }) => [keys, command]))).toEqual({
    '$mod+w': 'app.close-tab',
    'Control+F4': 'app.close-tab',
    '$mod+t': 'app.palette',
    '$mod+n': 'grid.add-row',
    'Control+Tab': 'app.next-tab',
    'Control+Shift+Tab': 'app.previous-tab',
    'Control+PageDown': 'app.next-tab',
    'Control+PageUp': 'app.previous-tab',
  })
})

function displayedKeys(profileId: string, id: CommandId): string | undefined {
  const rules = keymapRules(
    ...(keyProfiles.find((keyProfile) => keyProfile.id === profileId)?.maps ?? []),
  )
  const table = keyTable(rules, { platform: 'other', environment: 'tab' })
  return keysByCommand(table.rules).get(id)?.[0]
}

test('the function keys match those of Korean ERP programs and the 5250', () => {
  const habits: Partial<Record<CommandId, string>> = {
    'app.help': 'F1',
    'page.search': 'F2',
    'grid.add-row': 'F3',
    'page.value-help': 'F4',
    'page.save': 'F8',
    'page.act': 'F8',
    'app.recall': 'F9',
    'app.menu': 'F10',
    'app.back': 'F12',
    'scan.quantity': 'Alt+Shift+q',
  }
  const actual = Object.fromEntries(
    Object.keys(habits).map((id) => [id, displayedKeys('function-keys', id as CommandId)]),
  )
  expect(actual).toEqual(habits)
})

/** Commands that mean the same to users, regardless of the part of the page that handles the key. */
const sameMeaning: readonly (readonly CommandId[])[] = [
  ['page.save', 'page.act'],
  ['page.print', 'grid.print'],
  ['grid.undo', 'row.undo', 'scan.undo'],
  ['grid.add-row', 'home.add'],
]

test.each(keyProfiles)('a function key means the same at stations and lists in $id', ({ maps }) => {
  const { rules } = keyTable(keymapRules(...maps), { platform: 'other', environment: 'tab' })
  const keys = Map.groupBy(
    effectiveRules(rules).filter(({ sequence }) => /(?:^|\+)F\d+$/.test(sequence)),
    ({ sequence }) => sequence,
  )
  const getMeaning = (id: CommandId): CommandId =>
    sameMeaning.find((family) => family.includes(id))?.[0] ?? id
  const fixed = fixedKeys.flatMap(({ keys: own, yields, instead }) =>
    yields === true && instead !== undefined ? [[own[0], instead] as const] : [],
  )
  const several = [...keys].flatMap(([key, all]) => {
    // Commands of a profile override built-in keys.
    const own = maps.length === 1 ? fixed.filter(([at]) => at === key).map(([, id]) => id) : []
    const found = [...all.flatMap(({ command }) => command ?? []), ...own]
    const meanings = new Set(found.map((id) => getMeaning(id)))
    return meanings.size > 1 ? [`${key}: ${[...meanings].join(', ')}`] : []
  })
  expect(keys.size).toBeGreaterThan(5)
  expect(several).toEqual([])
})

test('option numbers on rows are unique single digits for existing commands', () => {
  const options = keyProfiles.flatMap((profile) => profile.options ?? [])
  expect(options.map(({ number }) => number).toSorted()).toEqual([
    '2',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ])
  const named = options.flatMap((option) => option.commands)
  expect(named.filter((id) => !commandIds.includes(id))).toEqual([])
  const rules = keymapRules(...(keyProfiles.find(({ options: own }) => own)?.maps ?? []))
  const bound = new Set(rules.map(({ command }) => command))
  expect(options.filter(({ number }) => !bound.has(`option.${number}` as CommandId))).toEqual([])
})

test('letter keys of the vim profile apply only in command mode with single keys enabled', () => {
  const vim = keyProfiles.find(({ id }) => id === 'vim')?.maps.at(-1) ?? []
  const bare = keymapRules(vim).filter((rule) =>
    parseChords(rule.keys, 'other').every((chord) => isBareChord(chord)),
  )
  const wanted = parseWhen('commandMode && singleKeys')
  expect(bare.length).toBeGreaterThan(15)
  expect(bare.filter((rule) => !implies(rule.when, wanted)).map(({ keys }) => keys)).toEqual([])
})

test('every navigation command opens a product screen and has a default key', () => {
  const routes = new Set(allEntries.map(({ route }) => route))
  const going = commandIds.filter((id) => id.startsWith('go.'))
  expect(going.length).toBeGreaterThan(10)
  expect(going.filter((id) => !routes.has(findDestination(id) ?? ''))).toEqual([])
  const bound = new Set(keymapRules(...(keyProfiles[0]?.maps ?? [])).map(({ command }) => command))
  expect(going.filter((id) => !bound.has(id))).toEqual([])
})

test('a command that opens a screen has the title of the screen in the menu', () => {
  const titles = new Map(allEntries.map(({ route, title }) => [route, title]))
  const wrong = commandIds.filter((id) => {
    const { ko, en } = getCommand(id).title
    const title = titles.get(findDestination(id) ?? '')
    return title && (ko !== openTitle(title).ko || en !== openTitle(title).en)
  })
  expect(wrong, 'write the title of commands/keyboard.ts as in the menu').toEqual([])
})

test('every condition of a command can be parsed', () => {
  for (const id of commandIds) {
    const { when } = getCommand(id)
    if (when !== undefined) expect(() => parseWhen(when), id).not.toThrow()
  }
})

test('every command has a Korean and an English title', () => {
  const untitled = commandIds.filter((id) => {
    const { title, short } = getCommand(id)
    const labels = short ? [title, short] : [title]
    return labels.some(({ ko, en }) => ko.trim() === '' || en.trim() === '')
  })
  expect(untitled).toEqual([])
})

test('a command without a key can be found in the palette', () => {
  const rules = keymapRules(...keyProfiles.flatMap((profile) => profile.maps))
  const bound = new Set(rules.map((rule) => rule.command))
  const lost = commandIds.filter((id) => getCommand(id).palette === false && !bound.has(id))
  expect(lost).toEqual([])
})

test.each(keyProfiles)(
  'Ctrl+Enter searches, except in an open cell and the filter line, in $id',
  ({ maps }) => {
    const startsSearch = (context: ContextValues): boolean => {
      const dispatched = new Dispatcher<CommandId>({
        rules: keymapRules(...maps),
        evaluateContext: () => ({ pageInFront: true, ...context }),
        run: () => undefined,
        entryOf: () => 'text',
        platform: 'other',
      }).handle(keyEvent('Enter', { ctrlKey: true }))
      return dispatched.kind === 'command' && dispatched.command === 'page.search'
    }
    expect(startsSearch({ zone: 'grid', grid: true })).toBe(true)
    expect(startsSearch({ zone: 'search', editing: true })).toBe(true)
    expect(startsSearch({ zone: 'form', form: true, editing: true })).toBe(true)
    expect(startsSearch({ zone: 'grid', grid: true, editing: true })).toBe(false)
    expect(startsSearch({ zone: 'page', editing: true })).toBe(false)
  },
)
