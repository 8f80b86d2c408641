import { expect, test } from 'vitest'
import { actionsOfScreen, procedureNamed } from '#ui/app/palette-procedures.ts'
import { learnedBoost } from '#ui/palette/learned-boost.ts'
import { screens } from '#tests/support/all-screens.ts'
import { realEntries } from './real-menu.ts'

test('every screen that is built, and all it carries out, is in the palette', () => {
  const known = new Set(realEntries.map(({ id }) => id))
  const missing = Object.values(screens).flatMap((screen) => [
    ...(known.has(screen.route) ? [] : [screen.route]),
    ...actionsOfScreen(screen)
      .filter(({ name }) => !known.has(name) || !procedureNamed(name))
      .map(({ name }) => `${screen.route}: ${name}`),
  ])
  expect(missing).toEqual([])
})

test('a text lifts what it led to before, its beginning a little less, another text nothing', () => {
  const choices = [{ text: '재고이동', id: 'screen:IMVC' }]
  const lift = (text: string) => learnedBoost(text, choices).get('screen:IMVC') ?? 0
  expect(lift('재고이동')).toBe(100)
  expect(lift('재고')).toBeGreaterThan(0)
  expect(lift('재고')).toBeLessThan(100)
  expect(lift('재고조정')).toBe(0)
  expect(lift(' ')).toBe(0)
})
