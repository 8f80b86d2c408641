// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { PageView } from '#ui/page/model/page-view.ts'

/**
 * Two pages, with focus in a field of the second. `isInFront` decides whether the first is active.
 */
function createView(isInFront: boolean) {
  document.body.innerHTML = `
    <div data-panel ${isInFront ? 'data-active' : ''}><div id="page"><input id="grid"></div></div>
    <div data-panel data-active><input id="other"></div>`
  const getElement = (id: string) => document.querySelector<HTMLElement>(`#${id}`) as HTMLElement
  const view = new PageView()
  view.drawnPanel(getElement('page'))
  view.drawn('grid', { focus: () => getElement('grid').focus() } as never)
  getElement('other').focus()
  return view
}

test.each([
  [true, 'grid'],
  [false, 'other'],
])(
  'focusing the grid of a page (active: %s) leaves the focus in the %s field',
  (isInFront, place) => {
    expect(createView(isInFront).focusGrid('grid')).toBe(true)
    expect(document.activeElement?.id).toBe(place)
  },
)
