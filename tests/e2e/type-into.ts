import { resolveColumns, type GridPart } from '#kernel/screen.ts'

import type { KeyboardUser } from './keyboard-user.ts'

/** Types values into columns of the current row, each reached from the first one by arrow keys. */
export async function typeInto(
  user: KeyboardUser,
  route: string,
  part: GridPart,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = resolveColumns(route, part.source.output, part.columns)
  if ((await user.page.locator('.panel[data-active] .grid-folded').count()) > 0) {
    await user.press('Alt+z')
  }
  for (const [name, value] of Object.entries(values)) {
    const title = columns.find((column) => column.name === name)?.label.ko
    if (title === undefined) throw new Error(`${route} has no column ${name}`)
    const at = await user.page.evaluate(
      ([cells, wanted]) => {
        const zone = document.activeElement?.closest('[data-zone]')
        const titles = [...(zone?.querySelectorAll(cells) ?? [])]
        const found = titles.find(({ textContent }) => textContent.startsWith(wanted))
        return Number(found?.ariaColIndex ?? 0)
      },
      ['[role=columnheader]', title] as const,
    )
    if (at === 0) throw new Error(`${route} shows no column ${title}`)
    await user.press('Home', ...Array<string>(at - 1).fill('ArrowRight'))
    await user.page.waitForFunction((index) => {
      const sink = document.activeElement
      const cell = sink?.getAttribute('aria-activedescendant')
      return cell ? document.getElementById(cell)?.ariaColIndex === String(index) : false
    }, at)
    await user.type(value)
    await user.press('Tab')
  }
}
