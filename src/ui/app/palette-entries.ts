import { commandIds, type CommandId } from '#commands/index.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import { screens } from '../screens.ts'
import { openCopy } from './shell-handle.ts'
import { shell } from './shell-handle.ts'
import { allScreens, crumbsOf, currentMenu, findScreen, type MenuScreen } from './menu.ts'
import { goToTab } from './navigation.ts'
import { recentNames } from './recent.ts'
import { commandOf, isOffered, runCommand } from './run-command.ts'
import { screenArguments, searchColumns } from './screen-arguments.ts'
import type { LineArgument } from '../palette/command-line.ts'
import type { SearchEntry } from '../palette/search-index.ts'
import { currentSession } from './session.ts'
import { currentTabs, type Args, type Tab } from './tabs.ts'

/** One thing the palette can find, and what choosing it does. */
export interface PaletteEntry extends SearchEntry {
  readonly group: 'screen' | 'command' | 'tab' | 'recent' | 'favourite'
  /** Quiet text beside the name. */
  readonly note: string
  readonly command?: CommandId
  readonly screen?: MenuScreen
  readonly run: (args: Args | undefined, copy: boolean) => void
}

function screenEntry(screen: MenuScreen, group: PaletteEntry['group']): PaletteEntry {
  return {
    id: `${group}:${screen.abbr}`,
    group,
    ko: screen.title.ko,
    en: screen.title.en,
    codes: [screen.route, screen.abbr],
    keywords: crumbsOf(screen.abbr).map((crumb) => crumb.ko),
    note: screen.path.slice(1),
    screen,
    run: (args, copy) => (copy ? openCopy(screen.abbr, args) : shell.open(screen.abbr, args)),
  }
}

function commandEntry(id: CommandId): PaletteEntry {
  const command = commandOf(id)
  return {
    id: `command:${id}`,
    group: 'command',
    ko: command.title.ko,
    en: command.title.en,
    codes: [id],
    keywords: command.keywords ?? [],
    note: '',
    command: id,
    run: () => runCommand(id),
  }
}

function tabEntry(tab: Tab): PaletteEntry {
  const copy = tab.copy > 0 ? ` (${tab.copy + 1})` : ''
  return {
    id: `tab:${tab.key}`,
    group: 'tab',
    ko: tab.title.ko + copy,
    en: tab.title.en + copy,
    codes: tab.screen ? [tab.screen.abbr] : [],
    note: '',
    run: () => goToTab(tab),
  }
}

function userId(): string {
  return currentSession().user?.userId ?? ''
}

/** Everything that can be found at this moment; commands only where they make sense. */
export function paletteEntries(context: ContextValues): PaletteEntry[] {
  const offered = commandIds.filter(
    (id) => commandOf(id).palette !== false && isOffered(commandOf(id), context),
  )
  const { tabs, active } = currentTabs()
  return [
    ...allScreens().map((screen) => screenEntry(screen, 'screen')),
    ...offered.map(commandEntry),
    ...tabs.filter((tab) => tab.key !== active).map(tabEntry),
  ]
}

/** What an empty line offers: recent screens, favourites, open tabs, the commands of the moment. */
export function startEntries(entries: readonly PaletteEntry[]): PaletteEntry[] {
  const named = (names: readonly string[], group: PaletteEntry['group']): PaletteEntry[] =>
    names.flatMap((name) => {
      const screen = findScreen(name)
      return screen ? [screenEntry(screen, group)] : []
    })
  const favourites = currentMenu().favourites.map((item) => item.MENU_ID)
  return [
    ...named(recentNames('screens', userId()).slice(0, 6), 'recent'),
    ...named(favourites.slice(0, 9), 'favourite'),
    ...entries.filter((entry) => entry.group === 'tab').slice(0, 9),
    ...entries.filter((entry) => entry.group === 'command').slice(0, 24),
  ]
}

/** What was used lately stands a little higher. */
export function recentBoost(): (id: string) => number {
  const screensUsed = recentNames('screens', userId()).map((route) => findScreen(route)?.abbr)
  const commandsUsed = recentNames('commands', userId())
  const ids = [
    ...screensUsed.map((abbr) => `screen:${abbr ?? ''}`),
    ...commandsUsed.map((id) => `command:${id}`),
  ]
  const boosts = new Map(ids.map((id, index) => [id, Math.max(60 - (index % 12) * 5, 5)]))
  return (id) => boosts.get(id) ?? 0
}

/** What typed arguments would fill on an entry's screen. */
export function argumentsFor(
  entry: PaletteEntry,
  typed: readonly LineArgument[],
): { readonly args: Args; readonly text: string } | undefined {
  const screen = entry.screen && screens[entry.screen.route]
  if (!screen || typed.length === 0) return undefined
  const found = screenArguments(searchColumns(screen), typed)
  return found.text === '' ? undefined : found
}
