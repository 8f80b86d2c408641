import { expect, test } from 'vitest'
import { commandIds } from '#commands/index.ts'
import { formatKeymap, readKeymapFile } from '#ui/keys/keymap-file.ts'
import type { UserKey } from '#ui/keys/user-keys.ts'

const options = { platform: 'other', environment: 'tab' } as const
const keys: readonly UserKey[] = [
  { keys: '$mod+Enter', command: null, when: 'always', of: 'page.search' },
  { keys: 'Alt+q', command: 'app.theme', when: 'always' },
]

test('user keys are unchanged after an export and import', () => {
  const read = readKeymapFile(formatKeymap('vim', keys), commandIds, options)
  expect(read).toEqual({ profile: 'vim', keys, leftOut: 0 })
})

test('an import skips and counts unknown commands and unavailable keys', () => {
  const hostile: readonly UserKey[] = [
    ...keys,
    { keys: 'Alt+x', command: 'no.such-command', when: 'always' },
    { keys: 'Tab', command: 'app.theme', when: 'always' },
    { keys: 'Control+w', command: 'app.theme', when: 'always' },
    { keys: 'Alt+x', command: 'app.theme', when: 'no such condition' },
  ]
  const read = readKeymapFile(formatKeymap('default', hostile), commandIds, options)
  expect(read).toEqual({ profile: 'default', keys, leftOut: 4 })
})

test('any other text is rejected as a keymap file', () => {
  for (const text of ['', '[]', 'null', '{"keys":[]}', '{"format":"warehouse-terminal-keymap"}']) {
    expect(readKeymapFile(text, commandIds, options), text).toBeUndefined()
  }
})
