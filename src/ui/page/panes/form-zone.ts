import type { GridHandle } from '#ui/grid/grid.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'

/** Fields that take something, typed or chosen as a file. */
const typed = ':is(input:not([readonly]), input[data-picked]):not([disabled])'

/** A form in the place of a grid: its fields are the cells of the grid's current row. */
export function formZone(form: HTMLElement, page: PageModel): GridHandle {
  const inputs = () => [...form.querySelectorAll<HTMLInputElement>(typed)]
  function focus(column = page.grid.current?.column): void {
    const fields = inputs()
    const wanted = fields.find((field) => field.ariaInvalid === 'true')
    const named = fields.find((field) => field.dataset['column'] === column)
    const place = wanted ?? named ?? fields[0] ?? form
    place.focus()
  }
  return {
    focus,
    edit: () => false,
    commit: () => true,
    openHelp: () => page.drafts.help(),
    openSheet: () => undefined,
    hasList: () => false,
    goTo: (row, column) => {
      page.grid.setCurrent(row, column)
      focus(column)
    },
  }
}

/** The field after this one that can be typed into; undefined at the last. */
export function nextField(form: HTMLElement, from: Element | null): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>(typed)]
  const at = fields.findIndex((field) => field === from)
  return at < 0 ? undefined : fields[at + 1]
}
