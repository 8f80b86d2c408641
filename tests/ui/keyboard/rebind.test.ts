import { describe, expect, test } from 'vitest'
import { commandIds, type CommandId } from '#commands/index.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { keyProblems } from '#ui/keyboard/conflicts.ts'
import { keyTable } from '#ui/keyboard/key-table.ts'
import {
  bindKeys,
  readUserKeys,
  resetKeys,
  unbindKeys,
  userKeymap,
  type UserKey,
} from '#ui/keyboard/rebind.ts'
import { keysByCommand } from '#ui/keyboard/standing-rules.ts'

const options = { platform: 'other', environment: 'tab' } as const
const product = keymapRules(...(keyProfiles[0]?.maps ?? []))

function rulesWith(userKeys: readonly UserKey[]) {
  return [...product, ...keymapRules(userKeymap(userKeys))]
}

function keysOf(id: CommandId, userKeys: readonly UserKey[]): readonly string[] {
  return keysByCommand(keyTable(rulesWith(userKeys), options).rules).get(id) ?? []
}

function bind(command: CommandId, keys: string, userKeys: readonly UserKey[] = []) {
  return bindKeys(command, keys, { product, userKeys }, options)
}

describe('a key the user gives to a command', () => {
  test('works beside the keys the command had', () => {
    const { userKeys, problems } = bind('page.save', 'Alt+q')
    expect(problems).toEqual([])
    expect(keysOf('page.save', userKeys)).toEqual(['$mod+s', 'Alt+q'])
  })

  test('is taken from the command that had it, which is said beforehand', () => {
    const { userKeys, problems, refused } = bind('page.save', 'F8')
    expect(problems.map(({ rule }) => rule.command)).toContain('page.search')
    expect(refused).toBe(false)
    expect(keysOf('page.save', userKeys)).toContain('F8')
    expect(keysOf('page.search', userKeys)).toEqual(['$mod+Enter'])
  })

  test('leaves no conflict behind, whatever was in the way', () => {
    for (const keys of ['F8', 'g', 'Alt+o', 'Alt+o r', '$mod+k', 'Escape', '/', 'F4']) {
      const { userKeys } = bind('app.theme', keys)
      expect(keyProblems(rulesWith(userKeys), options), keys).toEqual([])
    }
  })

  test('is refused when the browser, the system or the input method keeps it', () => {
    for (const keys of ['Control+w', 'Control+t', 'Alt+F4', 'Shift+Space', 'Control+Space']) {
      const { refused, problems } = bind('page.save', keys)
      expect(refused, keys).toBe(true)
      expect(problems.some(({ kind }) => kind === 'reserved')).toBe(true)
    }
  })

  test('that is a bare letter obeys the switch of the single-letter shortcuts', () => {
    const { userKeys } = bind('app.theme', 't')
    expect(userKeys.at(-1)?.when).toMatch(/^singleKeys && /)
  })
})

test('a command without keys stays findable and has none left', () => {
  const userKeys = unbindKeys('page.search', product, [])
  expect(keysOf('page.search', userKeys)).toEqual([])
  expect(keysOf('page.save', userKeys)).toEqual(['$mod+s'])
})

test('reset gives a command its keys again, and gives back what it had taken', () => {
  const { userKeys } = bind('page.save', 'F8')
  const reset = resetKeys('page.save', product, userKeys)
  expect(reset).toEqual([])
  expect(keysOf('page.search', reset)).toEqual(['F8', '$mod+Enter'])
  const unbound = unbindKeys('page.search', product, [])
  expect(resetKeys('page.search', product, unbound)).toEqual([])
})

test('reset of one command does not take from another the key it was given', () => {
  const first = bind('page.save', 'F8').userKeys
  const reset = resetKeys('page.search', product, first)
  expect(keysOf('page.save', reset)).toContain('F8')
  expect(keyProblems(rulesWith(reset), options)).toEqual([])
})

test('what the server kept is read line by line, and nonsense is left out', () => {
  const good = { keys: 'Alt+q', command: 'page.save', when: 'always' }
  const stored = [
    good,
    { ...good, keys: 'Nonsense+q' },
    { ...good, when: 'nobody &&' },
    { ...good, command: 'no.such-command' },
    { ...good, command: null },
    null,
    'Alt+q',
  ]
  expect(readUserKeys(stored, commandIds)).toEqual([good, { ...good, command: null }])
  expect(readUserKeys('nothing', commandIds)).toEqual([])
})
