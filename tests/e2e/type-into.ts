import { resolveColumns, type GridPart } from '#kernel/screen.ts'

import type { KeyboardUser } from './keyboard-user.ts'

/** Types values into columns of the current row, each reached from the first one by arrow keys. */
export async function typeInto(
  user: KeyboardUser,
  route: string,
  part: GridPart,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const drawn = resolveColumns(route, part.source.output, part.columns).filter(
    ({ hidden }) => !hidden,
  )
  for (const [name, value] of Object.entries(values)) {
    const at = drawn.findIndex((column) => column.name === name)
    if (at < 0) throw new Error(`${route} has no column ${name}`)
    await user.press('Home', ...Array<string>(at).fill('ArrowRight'))
    await user.page.waitForFunction((index) => {
      const sink = document.activeElement
      const cell = sink?.getAttribute('aria-activedescendant')
      return cell ? document.getElementById(cell)?.ariaColIndex === String(index) : false
    }, at + 1)
    await user.type(value)
    await user.press('Tab')
  }
}
