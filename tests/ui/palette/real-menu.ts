import { defaultMenuTree, hiddenEntries, popupEntries } from '#areas/menu-map.ts'
import { commandIds, commands } from '#commands/index.ts'
import type { MenuGroup } from '#kernel/area.ts'
import type { Command } from '#kernel/command.ts'
import type { Label } from '#kernel/label.ts'
import { screenProcedures } from '#ui/remote/palette-procedures.ts'
import { loadSynonyms } from '#ui/command-line/lazy-code.ts'
import { screenWords } from '#ui/command-line/screen-words.ts'
import { paneScreens } from '#tests/support/all-screens.ts'
import type { SearchEntry } from '#ui/command-line/search-index.ts'

await loadSynonyms()

function getEntries(group: MenuGroup, above: readonly Label[]): SearchEntry[] {
  const trail = [...above, group.title]
  return [
    ...group.entries.map((screen) => ({
      id: screen.route,
      group: 'screen',
      ...screenWords(screen, trail),
    })),
    ...(group.groups ?? []).flatMap((inner) => getEntries(inner, trail)),
  ]
}

const outsideTheTree: MenuGroup = {
  id: 'hidden',
  title: { ko: '', en: '' },
  entries: [...popupEntries, ...hiddenEntries],
}

/** All routes of the product as search entries of the palette. */
export const realMenu: readonly SearchEntry[] = [...defaultMenuTree, outsideTheTree].flatMap(
  (group) => getEntries(group, []),
)

const commandEntries = commandIds.flatMap((id): SearchEntry[] => {
  const { title, keywords = [], palette }: Command = commands[id]
  return palette === false ? [] : [{ ...title, id, group: 'command', codes: [id], keywords }]
})

const procedureEntries = screenProcedures(paneScreens).map(
  ({ procedure: { name, title } }): SearchEntry => ({
    ...title,
    id: name,
    group: 'procedure',
    codes: [name],
  }),
)

export const realEntries: readonly SearchEntry[] = [
  ...realMenu,
  ...commandEntries,
  ...procedureEntries,
]
