import { expect, test } from 'vitest'

import { codedMessage } from '#kernel/coded-message.ts'
import { label } from '#kernel/label.ts'

test('a message is filled in both languages and keeps its code and arguments', () => {
  const message = codedMessage('M1', label('{0}의 {1}', '{1} of {0}'), label('화주', 'owner'))
  expect(message.ko).toBe('화주의 {1}')
  expect(message.en).toBe('{1} of owner')
  expect([message.code, message.args]).toEqual(['M1', [label('화주', 'owner')]])
})

test('replacement patterns in an argument are plain text', () => {
  expect(codedMessage('M1', label('{0}', '{0}'), label("$& $1 $'", '{0}')).ko).toBe("$& $1 $'")
})
