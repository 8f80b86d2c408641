import { describe, expect, test } from 'vitest'
import { keymapRules, type KeyEnvironment, type Keymap } from '#kernel/keymap.ts'
import type { Platform } from '#ui/keys/chord.ts'
import { findKeyProblems, findConflicts } from '#ui/keys/conflicts.ts'

function findProblems(
  map: Keymap<string>,
  platform: Platform = 'other',
  environment: KeyEnvironment = 'tab',
): string[] {
  return findKeyProblems(keymapRules(map), { platform, environment }).map(
    ({ kind, rule, other }) => `${kind}: ${rule.command}${other ? ` / ${other.command}` : ''}`,
  )
}

describe('two commands on one key', () => {
  test('two commands on one key conflict when both conditions can hold', () => {
    const map = [
      { when: 'grid', keys: { F6: 'a' } },
      { when: 'editable', keys: { F6: 'b' } },
    ]
    expect(findProblems(map)).toEqual(['same: a / b'])
  })

  test('two commands on one key do not conflict when their conditions are exclusive or the later is an exception', () => {
    const map = [
      { when: 'grid', keys: { F6: 'a' } },
      { when: 'form', keys: { F6: 'b' } },
      { when: 'always', keys: { F7: 'a' } },
      { when: 'grid && editing', keys: { F7: 'b' } },
    ]
    expect(findProblems(map)).toEqual([])
  })

  test('two commands on one key conflict when the later one completely hides the earlier one', () => {
    const map = [
      { when: 'grid && editing', keys: { F6: 'a' } },
      { when: 'grid', keys: { F6: 'b' } },
    ]
    expect(findProblems(map)).toEqual(['unreachable: a / b'])
  })

  test('two commands on one key conflict regardless of how the key is spelled', () => {
    const map = [
      { when: 'grid', keys: { '$mod+Shift+/': 'a' } },
      { when: 'dirty', keys: { 'Control+?': 'b' } },
    ]
    expect(findProblems(map)).toEqual(['same: a / b'])
  })
})

test('a key that starts a sequence is a conflict unless the conditions are exclusive', () => {
  const map = [
    { when: 'grid', keys: { g: 'a', 'g l': 'b' } },
    { when: 'form', keys: { 'g m': 'c' } },
  ]
  expect(findProblems(map)).toEqual(['prefix: a / b'])
})

test('an unbinding rule is never a problem', () => {
  expect(findProblems([{ when: 'always', keys: { '$mod+w': null, x: null } }])).toEqual([])
})

describe('reserved keys', () => {
  test.each(['$mod+w', '$mod+t', '$mod+n', '$mod+Shift+t', '$mod+Tab', '$mod+PageDown'])(
    'a browser tab reserves %s, an installed app window does not',
    (keys) => {
      const map = [{ when: 'always', keys: { [keys]: 'a' } }]
      expect(findProblems(map, 'other', 'tab')).toEqual(['reserved: a'])
      expect(findProblems(map, 'other', 'app')).toEqual([])
    },
  )

  test.each(['Shift+Space', '$mod+Space', '$mod+.', 'HangulMode'])(
    'the Korean input method reserves %s everywhere',
    (keys) => {
      const map = [{ when: 'grid', keys: { [keys]: 'a' } }]
      expect(findProblems(map, 'other', 'app')).toEqual(['reserved: a'])
    },
  )

  test('the keys reserved by the system differ by platform', () => {
    const map = [{ when: 'always', keys: { '$mod+q': 'a', 'Alt+F4': 'b', '$mod+h': 'c' } }]
    expect(findProblems(map, 'apple')).toEqual(['reserved: a', 'reserved: c'])
    expect(findProblems(map, 'other')).toEqual(['reserved: b'])
  })

  test('the second stroke of a sequence is checked as well', () => {
    expect(findProblems([{ when: 'always', keys: { '$mod+j $mod+w': 'a' } }])).toEqual([
      'reserved: a',
    ])
  })
})

test('a letter shortcut must be limited to one component or be switchable off', () => {
  const map = [
    { when: 'always', keys: { 'g l': 'everywhere', '?': 'help' } },
    { when: 'singleKeys', keys: { '/': 'palette' } },
    { when: 'grid && row.lot || zone == menu', keys: { t: 'component' } },
    { when: 'always', keys: { '$mod+j l': 'modified', F2: 'function key' } },
  ]
  expect(findProblems(map)).toEqual(['bare: everywhere', 'bare: help'])
})

test('the key editor reports conflicts of a new key in both languages', () => {
  const rules = keymapRules([{ when: 'always', keys: { F8: 'page.search' } }])
  const [candidate] = keymapRules([{ when: 'always', keys: { F8: 'stock.move' } }])
  const found = candidate
    ? findConflicts(candidate, rules, { platform: 'other', environment: 'tab' })
    : []
  expect(found.map((problem) => problem.kind)).toEqual(['unreachable'])
  expect(found[0]?.message.ko).toContain('page.search')
  expect(found[0]?.message.en).toContain('stock.move')
})
