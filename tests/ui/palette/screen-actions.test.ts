import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandIds, commands } from '#commands/index.ts'
import type { Command } from '#kernel/command.ts'
import { screenActions, findProcedure } from '#ui/remote/palette-procedures.ts'
import { learnedBoost } from '#ui/command-line/learned-boost.ts'
import { paneScreens } from '#tests/support/all-screens.ts'
import { realEntries } from './real-menu.ts'

test('every screen and all of its actions are in the palette', () => {
  const known = new Set(realEntries.map(({ id }) => id))
  const missing = paneScreens.flatMap((screen) => [
    ...(known.has(screen.route) ? [] : [screen.route]),
    ...screenActions(screen)
      .filter(({ name }) => !known.has(name) || !findProcedure(name))
      .map(({ name }) => `${screen.route}: ${name}`),
  ])
  expect(missing).toEqual([])
})

/**
 * Buttons of pages and the shell that are not commands: number and reason by file. Buttons of a
 * single field or line make no sense outside it. Answers in a dialog are chosen by keys of that
 * dialog.
 */
const noCommands: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'account/account-form.tsx': [1, 'sends its form: Enter'],
  'keys/dispatch/command-button.tsx': [1, 'each is a command'],
  'account/factor-step.tsx': [1, 'goes on to the work once the codes are kept: Enter'],
  'account/login-form.tsx': [1, 'before the login there are no commands'],
  'account/alternative-login.tsx': [1, 'before the login there are no commands'],
  'account/password-form.tsx': [1, 'sends its form: Enter'],
  'forms/file-editor.tsx': [
    2,
    'the file of this field: F4 or Enter chooses one, F4 in the grid too',
  ],
  'forms/lookup-editor.tsx': [1, 'the value help of this field: page.value-help'],
  'forms/search-panel.tsx': [1, 'folds the panel it stands in: page.fold-search'],
  'grid/grid.tsx': [1, 'unfolds what it counts: grid.unfold'],
  'keys/tools/help-sheet.tsx': [1, 'one line of the list: a command'],
  'keys/tools/screen-guide-part.tsx': [1, 'a screen, which the command line opens'],
  'keys/tools/key-sheet.tsx': [
    4,
    'answers of the sheet that app.keys opens, all but one with a key',
  ],
  'business/ledger-badge.tsx': [1, 'opens the findings: ledger.findings'],
  'page/rows/export-popup.tsx': [1, 'an answer of its dialog'],
  'page/rows/grid-filter-line.tsx': [1, 'takes this condition away, in the line grid.filter opens'],
  'page/tools/page-print.tsx': [3, 'answers of its dialog'],
  'page/upload/upload-side-panel.tsx': [
    1,
    'one line of the list; all, faulty and left out are commands',
  ],
  'windows/message.tsx': [1, 'answers of its dialog: Enter and Esc'],
  'windows/notify.tsx': [1, 'takes this note away: Esc'],
  'windows/popup-buttons.tsx': [1, 'the answers its window passes to it, each with its key'],
  'windows/popup-frame.tsx': [2, 'the window itself: its size, and Esc'],
  'popups/factor-popup.tsx': [1, 'answers of its window, each a stop of Tab'],
  'popups/my-info.tsx': [1, 'opens the window of the second step, from the one it stands in'],
  'scanner/tools/calibration-popup.tsx': [
    3,
    'steps of the window that app.calibrate-scanner opens',
  ],
  'scanner/tools/scan-history-popup.tsx': [1, 'an answer of its window, with its key'],
  'shell/bar-icon.tsx': [1, 'draws what the bar gives it, each a command'],
  'shell/error-boundary.tsx': [1, 'draws a broken page anew, when no command may be left'],
  'shell/favourites-edit.tsx': [2, 'answers of the edit mode that app.edit-favourites begins'],
  'shell/find-account-pages.tsx': [1, 'before the login there are no commands'],
  'shell/first-week.tsx': [
    2,
    'a screen, which the command line opens, and home.add undoes the other',
  ],
  'shell/home-figures.tsx': [1, 'a screen, which the command line opens'],
  'shell/home-page.tsx': [2, 'one line of a list: a screen, and a command'],
  'shell/jobs-state.tsx': [1, 'the state itself: app.jobs'],
  'shell/left-menu.tsx': [3, 'app.menu, app.pin-menu, app.edit-favourites'],
  'shell/legend-bar.tsx': [1, 'each is a command'],
  'shell/login-frame.tsx': [1, 'before the login there are no commands'],
  'shell/not-built-page.tsx': [2, 'app.close-tab, and the command line itself'],
  'shell/restored-strip.tsx': [1, 'page.keep-restored, page.drop-restored'],
  'shell/title-bar.tsx': [1, 'the star itself: app.toggle-favourite'],
  'shell/top-bar.tsx': [1, 'the command line itself'],
  'shell/warehouse-selector.tsx': [1, 'the warehouse itself: app.warehouse'],
}

const pageFiles = globSync('src/ui/**/*.tsx').map((file) => ({
  name: file.replaceAll('\\', '/').replace('src/ui/', ''),
  source: readFileSync(file, 'utf8'),
}))

test('every page button is a palette command or is listed here with a reason', () => {
  const plain = pageFiles.flatMap(({ name, source }) => {
    const count = source.split(/<button\b/).length - 1
    return count > 0 ? [[name, count] as const] : []
  })
  const allowed = Object.entries(noCommands).map(([name, [count]]) => [name, count] as const)
  expect(Object.fromEntries(plain)).toEqual(Object.fromEntries(allowed))
})

test('every command named by a button or a reason above is in the palette', () => {
  const drawn = pageFiles.flatMap(({ source }) =>
    [...source.matchAll(/<CommandButton\s[^>]*?\bcommand="([^"]+)"/g)].map(([, id = '']) => id),
  )
  const reasons = Object.values(noCommands).flatMap(([, why]) =>
    [...why.matchAll(/\b(?:app|page|grid)\.[a-z-]+/g)].map(([id]) => id),
  )
  const listed = new Set<string>(
    commandIds.filter((id) => (commands[id] as Command).palette !== false),
  )
  expect(drawn.length).toBeGreaterThan(8)
  expect([...drawn, ...reasons].filter((id) => !listed.has(id))).toEqual([])
})

test('every command without run is offered by a page', () => {
  const requests = commandIds.filter((id) => !(commands[id] as Command).run)
  const sources = globSync('src/ui/{page,samples,scanner,shell}/**/*.{ts,tsx}').map((file) =>
    readFileSync(file, 'utf8'),
  )
  expect(requests.length).toBeGreaterThan(30)
  const nowhere = requests.filter((id) => !sources.some((text) => text.includes(`'${id}': `)))
  expect(
    nowhere,
    'a command without run is offered by no page: add it to the offers of one',
  ).toEqual([])
})

test('a choice boosts its own text fully, its prefixes less and other texts not at all', () => {
  const choices = [{ text: '재고이동', id: 'screen:IMVC' }]
  const getBoost = (text: string) => learnedBoost(text, choices).get('screen:IMVC') ?? 0
  expect(getBoost('재고이동')).toBe(100)
  expect(getBoost('재고')).toBeGreaterThan(0)
  expect(getBoost('재고')).toBeLessThan(100)
  expect(getBoost('재고조정')).toBe(0)
  expect(getBoost(' ')).toBe(0)
})
