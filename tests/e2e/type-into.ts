import { resolveColumns, type GridPart } from '#kernel/screen.ts'
import type { KeyboardUser } from './keyboard-user.ts'

function readHeadings(user: KeyboardUser): Promise<string[]> {
  return user.page.evaluate(() => {
    const cell = document.activeElement?.getAttribute('aria-activedescendant')
    const grid = cell ? document.getElementById(cell)?.closest('[role=grid]') : null
    const heads = [...(grid?.querySelectorAll('[role=columnheader]') ?? [])]
    return heads.map((head) => head.textContent ?? '')
  })
}

/** Position of a column among the displayed ones. Unfolds folded columns first, as a user does. */
async function getPlace(user: KeyboardUser, title: string): Promise<number> {
  await user.page.waitForFunction(() =>
    document.activeElement?.hasAttribute('aria-activedescendant'),
  )
  if (!(await readHeadings(user)).includes(title)) await user.press('Alt+z')
  const findIndex = async (): Promise<number> => (await readHeadings(user)).indexOf(title)
  for (let tries = 0; tries < 50 && (await findIndex()) < 0; tries += 1) {
    await user.page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return findIndex()
}

export async function typeInto(
  user: KeyboardUser,
  route: string,
  part: GridPart,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = resolveColumns(route, part.source.output, part.columns)
  for (const [name, value] of Object.entries(values)) {
    const title = columns.find((column) => column.name === name)?.label.ko ?? name
    const at = await getPlace(user, title)
    if (at < 0) throw new Error(`${route} draws no ${title}: ${(await readHeadings(user)).join()}`)
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
