import { expect, test } from 'vitest'
import { commandIds } from '#commands/index.ts'
import { keymapText, readKeymapFile } from '#ui/keys/keymap-file.ts'
import type { UserKey } from '#ui/keys/user-keys.ts'

const options = { platform: 'other', environment: 'tab' } as const
const keys: readonly UserKey[] = [
  { keys: '$mod+Enter', command: null, when: 'always', of: 'page.search' },
  { keys: 'Alt+q', command: 'app.theme', when: 'always' },
]

test('own keys go into a file and come back as they were', () => {
  const read = readKeymapFile(keymapText('vim', keys), commandIds, options)
  expect(read).toEqual({ profile: 'vim', keys, leftOut: 0 })
})

test('lines of unknown commands and keys that are not to be had are left out and counted', () => {
  const hostile: readonly UserKey[] = [
    ...keys,
    { keys: 'Alt+x', command: 'no.such-command', when: 'always' },
    { keys: 'Tab', command: 'app.theme', when: 'always' },
    { keys: 'Control+w', command: 'app.theme', when: 'always' },
    { keys: 'Alt+x', command: 'app.theme', when: 'no such condition' },
  ]
  const read = readKeymapFile(keymapText('default', hostile), commandIds, options)
  expect(read).toEqual({ profile: 'default', keys, leftOut: 4 })
})

test('any other text is no file of keys', () => {
  for (const text of ['', '[]', 'null', '{"keys":[]}', '{"format":"warehouse-terminal-keymap"}']) {
    expect(readKeymapFile(text, commandIds, options), text).toBeUndefined()
  }
})
