import type { MenuEntry } from '#kernel/area.ts'
import type { Command } from '#kernel/command.ts'
import { commandIds, type CommandId } from '#commands/index.ts'
import { findDestination } from '#commands/keyboard.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import { isGranted, type Procedure } from '#kernel/operation.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { keyProfile } from '#ui/keys/key-settings.ts'
import { savedMacros } from '#ui/keys/macros/macro-store.ts'
import type { Macro } from '#ui/keys/macros/macro.ts'
import { applySiteText, currentLanguage, t } from '#ui/base/language.ts'
import { lazyCode } from './lazy-code.ts'
import { screenWords } from './screen-words.ts'
import { screenProcedures, type ScreenProcedure } from '#ui/remote/palette-procedures.ts'
import { openRequested } from '#ui/workspace/open-by-name.ts'
import { allScreens, breadcrumbs, currentMenu, findScreen } from '#ui/remote/menu.ts'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import { goToTab } from '#ui/workspace/navigation.ts'
import { requestHint } from '#ui/remote/missing-right.ts'
import { isBuilt } from '#ui/remote/screens.ts'
import { recentNames } from '#ui/remote/recent.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { missingPermission } from '#ui/keys/dispatch/missing-permission.ts'
import {
  runProcedure,
  resolveCommand,
  isOffered,
  runCommand,
  commandCondition,
} from '#ui/keys/dispatch/run-command.ts'
import type { SearchEntry } from './search-index.ts'
import { currentSession } from '#ui/remote/session.ts'
import { currentTabs, type Args, type Tab } from '#ui/tabs/tabs.ts'

const rowCommandIds = /^(?:row\.|ledger\.why$)/

export type PaletteGroup =
  | 'screen'
  | 'row'
  | 'command'
  | 'procedure'
  | 'macro'
  | 'tab'
  | 'recent'
  | 'favourite'
  | 'record'
  | 'elsewhere'
  | 'withheld'

export interface PaletteEntry extends SearchEntry {
  readonly group: PaletteGroup
  readonly note: string
  readonly command?: CommandId
  readonly screen?: MenuScreen
  readonly procedure?: Procedure
  readonly macro?: Macro
  readonly run: (args: Args | undefined, copy: boolean) => void
}

/** Commands that open a screen, by route. The palette shows their keys. */
const screenCommands = new Map(
  commandIds.flatMap((id) => {
    const route = findDestination(id)
    return route === undefined ? [] : [[route, id] as const]
  }),
)

function screenEntry(screen: MenuScreen, group: PaletteEntry['group']): PaletteEntry {
  const command = screenCommands.get(screen.route)
  return {
    id: `${group}:${screen.abbr}`,
    group,
    ...screenWords(screen, breadcrumbs(screen.abbr)),
    note: screen.path.slice(1),
    screen,
    ...(command && { command }),
    run: (args, copy) => openRequested(screen.abbr, args, copy),
  }
}

/** Message about an existing screen; opening it explains who can grant the permission. */
function withheldEntry({ route, abbr, title }: MenuEntry): PaletteEntry {
  const note = label('조회 권한 없음', 'No permission: Search')
  return {
    id: `withheld:${abbr}`,
    group: 'withheld',
    ...screenWords({ route, abbr, title }, []),
    note: [t(note), requestHint().trim()].filter(Boolean).join(' · '),
    run: () => openRequested(route),
  }
}

function withheldEntries(): PaletteEntry[] {
  const { menuEntries = [] } = lazyCode()
  return menuEntries.filter(({ route }) => isBuilt(route) && !findScreen(route)).map(withheldEntry)
}

function commandEntry(id: CommandId, offered: boolean): PaletteEntry {
  const command = resolveCommand(id)
  return {
    id: `command:${id}`,
    group: !offered ? 'elsewhere' : isRowCommand(id) ? 'row' : 'command',
    ...applySiteText(command.title),
    codes: [id, ...commandWords(id)],
    // The product's own title remains searchable.
    keywords: [...(command.keywords ?? []), ...standardWords(command.title)],
    note: offered ? '' : reasonUnavailable(id, command),
    command: id,
    run: () => runCommand(id),
  }
}

function reasonUnavailable(id: CommandId, command: Command): string {
  const where = lazyCode().describeWhere?.(command, commandCondition(id)) ?? ''
  if (!missingPermission(command)) return where
  return [t(label('권한 없음', 'No permission')), where].filter(Boolean).join(' · ')
}

function isRowCommand(id: CommandId): boolean {
  const { on, when = '' } = resolveCommand(id)
  const isOfRows = isScreenCommand(id) && /(?<!!)\bhasRows\b/.test(when)
  return on !== undefined || isOfRows || rowCommandIds.test(id)
}

function isScreenCommand(id: CommandId): boolean {
  return /\bscreen ==/.test(resolveCommand(id).when ?? '')
}

function rowCommandsFirst(ids: readonly CommandId[]): readonly CommandId[] {
  const rank = (id: CommandId): number => (isRowCommand(id) ? 0 : isScreenCommand(id) ? 1 : 2)
  return ids.toSorted((a, b) => rank(a) - rank(b))
}

/** The product's own titles, which remain searchable where the site has replaced them. */
function standardWords(title: Label): string[] {
  const siteTitle = applySiteText(title)
  return [title.ko, title.en].filter((word) => word !== siteTitle.ko && word !== siteTitle.en)
}

function commandWords(id: CommandId): string[] {
  const words = Object.entries(keyProfile().commandNames ?? {})
  return words.flatMap(([word, ids]) => (ids.includes(id) ? [word] : []))
}

function procedureEntries(screens: readonly PaneScreen[]): PaletteEntry[] {
  return screenProcedures(screens).flatMap((screenProcedure) => {
    const home = grantedScreen(screenProcedure)
    return home ? [procedureEntry(screenProcedure.procedure, home)] : []
  })
}

function grantedScreen({ procedure, routes }: ScreenProcedure): MenuScreen | undefined {
  return routes.map(findScreen).find((screen) => isGranted(screen?.actions, procedure))
}

function procedureEntry(procedure: Procedure, home: MenuScreen): PaletteEntry {
  return {
    id: `procedure:${procedure.name}`,
    group: 'procedure',
    ...applySiteText(procedure.title),
    codes: [procedure.name],
    keywords: standardWords(procedure.title),
    note: currentLanguage() === 'ko' ? home.title.ko : home.title.en,
    procedure,
    run: (args) => void runProcedure(procedure, inputRows(procedure, args)),
  }
}

function inputRows(procedure: Procedure, args: Args | undefined): Partial<WireRow>[] {
  if (args) return [args]
  const chosen = findPage(currentTabs().active)?.handle.rows('chosen') ?? []
  return chosen.flatMap((row) => {
    const own = Object.keys(procedure.input).filter((name) => (row[name] ?? null) !== null)
    const input = Object.fromEntries(own.map((name) => [name, row[name] ?? null]))
    return own.length > 0 ? [input] : []
  })
}

function macroEntry(macro: Macro): PaletteEntry {
  return {
    id: `macro:${macro.name}`,
    group: 'macro',
    ko: macro.name,
    en: macro.name,
    keywords: ['macro', '매크로'],
    note: t(
      label(
        `매크로 ${formatCount(macro.steps.length)}단계`,
        `macro, ${formatCount(macro.steps.length, 'step')}`,
      ),
    ),
    macro,
    run: (args) =>
      void import('#ui/keys/macros/replay-macro.ts').then((replay) =>
        replay.replayMacro(macro, false, args),
      ),
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

/** Opening a login page would end the session. */
function isForLoggedOut(path: string): boolean {
  return path.startsWith('/login')
}

/** All items, unavailable commands last. Procedures appear once their screens are loaded. */
export function paletteEntries(
  context: ContextValues,
  screens: readonly PaneScreen[],
): PaletteEntry[] {
  const listed = commandIds.filter((id) => resolveCommand(id).palette !== false)
  const isHere = (id: CommandId): boolean => isOffered(id, context)
  const { tabs, active } = currentTabs()
  return [
    ...allScreens()
      .filter(({ path }) => !isForLoggedOut(path))
      .map((screen) => screenEntry(screen, 'screen')),
    ...rowCommandsFirst(listed.filter(isHere)).map((id) => commandEntry(id, true)),
    ...procedureEntries(screens),
    ...savedMacros().map(macroEntry),
    ...tabs.filter((tab) => tab.key !== active).map(tabEntry),
    ...listed.filter((id) => !isHere(id)).map((id) => commandEntry(id, false)),
    ...withheldEntries(),
  ]
}

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
    ...entries.filter(({ group }) => group === 'row' || group === 'command').slice(0, 24),
  ]
}
