import { expect, test } from 'vitest'
import { keymap, keymapRules } from '#kernel/keymap.ts'
import { WhenError } from '#kernel/when.ts'

type CommandId = 'app.palette' | 'stock.open-lots'

test('a keymap becomes one rule per key sequence, in the order written', () => {
  const map = keymap<CommandId>([
    { when: 'always', keys: { '$mod+k': 'app.palette', ' g   l ': 'stock.open-lots' } },
    { when: 'grid && row.lot', environment: 'app', keys: { t: 'stock.open-lots' } },
  ])
  const rules = keymapRules(map).map(({ keys, command, whenText, environment }) => ({
    keys,
    command,
    whenText,
    environment,
  }))
  expect(rules).toEqual([
    { keys: '$mod+k', command: 'app.palette', whenText: 'always', environment: undefined },
    { keys: 'g l', command: 'stock.open-lots', whenText: 'always', environment: undefined },
    { keys: 't', command: 'stock.open-lots', whenText: 'grid && row.lot', environment: 'app' },
  ])
})

test("the user's keymap follows the product's and can unbind a key with null", () => {
  const product = keymap<CommandId>([{ when: 'always', keys: { '$mod+k': 'app.palette' } }])
  const user = keymap<CommandId>([{ when: 'always', keys: { '$mod+k': null } }])
  expect(keymapRules(product, user).map((rule) => rule.command)).toEqual(['app.palette', null])
})

test('an invalid condition or an empty key throws', () => {
  expect(() => keymapRules([{ when: 'gird', keys: { x: 'a' } }])).toThrow(WhenError)
  expect(() => keymapRules([{ when: 'always', keys: { ' ': 'a' } }])).toThrow('empty key')
})

test('a misspelt command id does not compile', () => {
  // @ts-expect-error 'app.pallete' is no command of this product.
  expect(keymap<CommandId>([{ when: 'always', keys: { x: 'app.pallete' } }])).toHaveLength(1)
})
