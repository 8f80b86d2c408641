// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import type { Command } from '#kernel/command.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { screens as everyScreen } from '#tests/support/all-screens.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { pageRegistration } from '#ui/page/tools/page-registration.ts'
import { hasGrid } from '#ui/page/model/grid-screen.ts'
import { grantMenus, openPage } from './page-support.ts'

/** Screens that commands with the save permission refer to, and the history of stock. */
const named = new Set([
  'InventoryHistory',
  ...Object.values<Command>(commands).flatMap(({ when = '' }) =>
    when.includes('can.save')
      ? [...when.matchAll(/screen == (\w+)/g)].map(([, route = '']) => route)
      : [],
  ),
])

const screens = Object.values(everyScreen).filter(
  (screen) => named.has(screen.route) && hasGrid(normalise(screen)),
)

test.each(screens.map((screen) => [screen.route, screen] as const))(
  'the saving commands of %s need its save permission and nothing else',
  (route, screen) => {
    const canSave = (...actions: string[]) => {
      grantMenus({ [route]: actions })
      return pageRegistration(openPage(screen), new PageView()).context()['can.save']
    }
    expect(canSave('search', 'save')).toBe(true)
    expect(canSave('search')).not.toBe(true)
  },
)
