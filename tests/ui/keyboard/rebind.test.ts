import { describe, expect, test } from 'vitest'
import { commandIds, type CommandId } from '#commands/index.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { findKeyProblems } from '#ui/keys/conflicts.ts'
import { keyTable } from '#ui/keys/key-table.ts'
import { bindKeys, portableKeys, resetKeys, unbindKeys } from '#ui/keys/rebind.ts'
import { keysByCommand } from '#ui/keys/effective-rules.ts'
import { readUserKeys, userKeymap, type UserKey } from '#ui/keys/user-keys.ts'

const options = { platform: 'other', environment: 'tab' } as const
const product = keymapRules(...(keyProfiles[0]?.maps ?? []))

function rulesWith(userKeys: readonly UserKey[]) {
  return [...product, ...keymapRules(userKeymap(userKeys))]
}

function getKeys(id: CommandId, userKeys: readonly UserKey[]): readonly string[] {
  return keysByCommand(keyTable(rulesWith(userKeys), options).rules).get(id) ?? []
}

function bind(command: CommandId, keys: string, userKeys: readonly UserKey[] = []) {
  return bindKeys(command, keys, { product, userKeys }, options)
}

function unbind(command: CommandId, userKeys: readonly UserKey[] = [], keys?: string) {
  return unbindKeys(command, { product, userKeys }, 'other', keys)
}

describe('a key the user assigns to a command', () => {
  test('works in addition to the existing keys of the command', () => {
    const { userKeys, problems } = bind('page.save', 'Alt+q')
    expect(problems).toEqual([])
    expect(getKeys('page.save', userKeys)).toEqual(['$mod+s', 'Alt+q'])
  })

  test('moves from its previous command, which is reported beforehand', () => {
    const { userKeys, problems, refused } = bind('page.save', 'F8')
    expect(problems.map(({ rule }) => rule.command)).toContain('page.search')
    expect(refused).toBe(false)
    expect(getKeys('page.save', userKeys)).toContain('F8')
    expect(getKeys('page.search', userKeys)).toEqual(['$mod+Enter'])
  })

  test('leaves no conflicts, regardless of the existing bindings', () => {
    for (const keys of ['F8', 'g', 'Alt+o', 'Alt+o r', '$mod+k', 'Escape', '/', 'F4']) {
      const { userKeys } = bind('app.theme', keys)
      expect(findKeyProblems(rulesWith(userKeys), options), keys).toEqual([])
    }
  })

  test('a key the user assigns to a command cannot be reserved by the browser, the system or the input method', () => {
    const taken = ['Control+w', 'Control+t', 'Alt+F4', 'Shift+Space', 'Control+Space', 'Meta+e']
    for (const keys of taken) {
      const { refused, problems } = bind('page.save', keys)
      expect(refused, keys).toBe(true)
      expect(problems.some(({ kind }) => kind === 'reserved')).toBe(true)
    }
  })

  test('obeys the switch for single-letter shortcuts if the key is a bare letter', () => {
    const { userKeys } = bind('app.theme', 't')
    expect(userKeys.at(-1)?.when).toMatch(/^singleKeys && /)
  })
})

describe('warnings before a key is assigned', () => {
  const bindReported = (command: CommandId, keys: string, offered?: string) =>
    bindKeys(command, keys, { product, userKeys: [], offered }, options)

  test('assigning a key as an exception reports the command it belongs to', () => {
    const { problems, refused, userKeys } = bindReported('page.act', 'F8')
    expect(problems.map(({ kind, rule }) => [kind, rule.command])).toEqual([
      ['narrows', 'page.search'],
    ])
    expect(refused).toBe(false)
    expect(getKeys('page.search', userKeys)).toContain('F8')
    expect(findKeyProblems(rulesWith(userKeys), options)).toEqual([])
  })

  test('assigning a key needed for moving, typing or leaving is rejected', () => {
    for (const keys of ['Tab', 'Shift+Tab', 'ArrowDown', 'Shift+ArrowUp', 'Control+c', 'Delete']) {
      expect(bindReported('app.theme', keys).refused, keys).toBe(true)
    }
    for (const keys of ['Control+End', 'Space', '$mod+v', 'Enter', 'Alt+q Tab']) {
      expect(bindReported('app.theme', keys).refused, keys).toBe(true)
    }
  })

  test('assigning a key the grid uses is reported but allowed', () => {
    const { problems, refused } = bindReported('app.theme', 'F2')
    expect(problems.map(({ kind, reason }) => [kind, reason?.en])).toContainEqual([
      'fixed',
      'Edit field',
    ])
    expect(refused).toBe(false)
  })

  test('assigning a letter warns that it types text in text fields', () => {
    expect(bindReported('app.theme', 't').problems.map(({ kind }) => kind)).toEqual(['letters'])
  })

  test('assigning an app-only key is allowed in an app window, rejected in a tab', () => {
    const own = { platform: 'other', environment: 'app' } as const
    const { problems, refused } = bindKeys(
      'app.theme',
      '$mod+Shift+w',
      { product, userKeys: [] },
      own,
    )
    expect(problems.map(({ kind }) => kind)).toEqual(['app-only'])
    expect(refused).toBe(false)
    expect(bindReported('app.theme', '$mod+Shift+w').refused).toBe(true)
  })
})

test('a command without a key is bound only where it is offered', () => {
  const given = { product, userKeys: [], offered: 'hasRows' }
  const { userKeys } = bindKeys('grid.check-all', 'F4', given, options)
  expect(userKeys.at(-1)?.when).toMatch(/&& \(hasRows\)$/)
  expect(getKeys('page.value-help', userKeys)).toEqual(['F4'])
})

test('a key is stored in a form that works on Apple keyboards', () => {
  expect(portableKeys(['Control+Shift+q', 'Alt+x'], 'other')).toBe('$mod+Shift+q Alt+x')
  expect(portableKeys(['Control+Meta+k'], 'apple')).toBe('$mod+Control+k')
  expect(portableKeys(['F8'], 'other')).toBe('F8')
})

test('unbinding a key from one command leaves it to the other commands that share it', () => {
  const userKeys = unbind('page.save')
  expect(getKeys('page.save', userKeys)).toEqual([])
  expect(getKeys('page.act', userKeys)).toEqual(['$mod+s'])
})

test('unbinding can remove one of several keys, and restores keys that a user key overrode', () => {
  const one = unbind('page.search', [], 'Control+Enter')
  expect(getKeys('page.search', one)).toEqual(['F8'])
  const taken = bind('page.save', 'F8').userKeys
  expect(unbind('page.save', taken, 'F8')).toEqual([])
  expect(getKeys('page.save', unbind('page.save', taken))).toEqual([])
  expect(getKeys('page.search', unbind('page.save', taken))).toEqual(['F8', '$mod+Enter'])
})

test('a reset recognizes and keeps the key of another command in any spelling', () => {
  for (const keys of ['Control+Enter', '$mod+Enter']) {
    const { userKeys } = bind('page.save', keys)
    const reset = resetKeys('page.search', { product, userKeys }, 'other')
    expect(getKeys('page.save', reset)).toContain(keys)
    expect(getKeys('page.search', reset)).toEqual(['F8'])
    expect(findKeyProblems(rulesWith(reset), options)).toEqual([])
  }
})

test('unbinding one key of a command leaves its other user key, even if spelled differently', () => {
  const first = bind('app.theme', 'Control+Enter').userKeys
  const both = bind('app.theme', 'F9', first).userKeys
  const left = unbind('app.theme', both, 'F9')
  expect(getKeys('app.theme', left)).toEqual(['Control+Enter'])
  // Unbinding removes only that key. The other key keeps its bindings, and there is still no
  // conflict.
  expect(getKeys('page.search', left)).toEqual(['F8'])
  const reset = resetKeys('page.search', { product, userKeys: left }, 'other')
  expect(getKeys('page.search', reset)).toEqual(['F8'])
})

test('a command can be left without any keys', () => {
  const userKeys = unbind('page.search')
  expect(getKeys('page.search', userKeys)).toEqual([])
  expect(getKeys('page.save', userKeys)).toEqual(['$mod+s'])
})

test('a reset restores the keys of a command and returns those it had taken', () => {
  const { userKeys } = bind('page.save', 'F8')
  const reset = resetKeys('page.save', { product, userKeys }, 'other')
  expect(reset).toEqual([])
  expect(getKeys('page.search', reset)).toEqual(['F8', '$mod+Enter'])
  const unbound = unbind('page.search')
  expect(resetKeys('page.search', { product, userKeys: unbound }, 'other')).toEqual([])
})

test('a reset never takes a key that was assigned to another command', () => {
  const first = bind('page.save', 'F8').userKeys
  const reset = resetKeys('page.search', { product, userKeys: first }, 'other')
  expect(getKeys('page.save', reset)).toContain('F8')
  expect(findKeyProblems(rulesWith(reset), options)).toEqual([])
})

test('stored user keys are read one by one, and malformed keys are dropped', () => {
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
