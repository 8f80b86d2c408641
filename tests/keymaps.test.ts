import { describe, expect, test } from 'vitest'
import { commandIds, commands, type CommandId } from '#commands/index.ts'
import { keyProfiles } from '#keymaps/index.ts'
import type { Command } from '#kernel/command.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { parseWhen } from '#kernel/when.ts'
import { parseChords } from '#ui/keyboard/chord.ts'
import { keyProblems } from '#ui/keyboard/conflicts.ts'

const commandOf = (id: CommandId): Command => commands[id]
const platforms = ['other', 'apple'] as const
const environments = ['tab', 'app'] as const

describe.each(keyProfiles)('the key profile $id', ({ maps }) => {
  const rules = keymapRules(...maps)

  test.each(
    platforms.flatMap((platform) => environments.map((environment) => ({ platform, environment }))),
  )('has no key twice, out of reach, reserved or bare in $platform/$environment', (options) => {
    const problems = keyProblems(rules, options).map((problem) => problem.message.en)
    expect(problems).toEqual([])
  })

  test('names only commands that exist', () => {
    const named = rules.flatMap((rule) => (rule.command === null ? [] : [rule.command]))
    expect(named.filter((id) => !commandIds.includes(id))).toEqual([])
  })

  test('has a key for every command the legend bar shows', () => {
    const bound = new Set(rules.map((rule) => rule.command))
    const keyless = commandIds.filter((id) => commandOf(id).legend !== undefined && !bound.has(id))
    expect(keyless).toEqual([])
  })
})

test('the default keys are those the staff was promised', () => {
  const rules = keymapRules(...(keyProfiles[0]?.maps ?? []))
  const keysOf = (id: CommandId): string[] =>
    rules.filter((rule) => rule.command === id).flatMap((rule) => parseChords(rule.keys, 'other'))
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
    Object.keys(promised).map((id) => [id, keysOf(id as CommandId)]),
  )
  expect(actual).toEqual(promised)
})

test('every condition of a command can be read', () => {
  for (const id of commandIds) {
    const { when } = commandOf(id)
    if (when !== undefined) expect(() => parseWhen(when), id).not.toThrow()
  }
})

test('every command is titled in Korean and in English', () => {
  const untitled = commandIds.filter((id) => {
    const { title, short } = commandOf(id)
    const labels = short ? [title, short] : [title]
    return labels.some(({ ko, en }) => ko.trim() === '' || en.trim() === '')
  })
  expect(untitled).toEqual([])
})

test('a command that nobody can press can be found in the palette', () => {
  const rules = keymapRules(...keyProfiles.flatMap((profile) => profile.maps))
  const bound = new Set(rules.map((rule) => rule.command))
  const lost = commandIds.filter((id) => commandOf(id).palette === false && !bound.has(id))
  expect(lost).toEqual([])
})
