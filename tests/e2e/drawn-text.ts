import type { Page } from 'playwright-core'

interface DrawnText {
  readonly text: string
  readonly isHeader: boolean
}

/** Height of a grid's header in CSS pixels. */
const headerHeight = 28

/** Records the text of canvases by its position. Must run before the page is opened. */
export async function recordDrawnText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = new Map<string, { x: number; y: number; text: string }>()
    Object.assign(window, { drawnText: drawn })
    const { prototype } = CanvasRenderingContext2D
    // oxlint-disable-next-line typescript/unbound-method -- called with the context below
    const draw = prototype.fillText
    prototype.fillText = function fillText(text, x, y, ...rest) {
      if (this.canvas.isConnected) {
        const { a, d, e, f } = this.getTransform()
        const box = this.canvas.getBoundingClientRect()
        const place = {
          x: Math.round(box.left + (e + x * a) / devicePixelRatio),
          y: Math.round(box.top + (f + y * d) / devicePixelRatio),
        }
        drawn.set(`${place.x} ${place.y}`, { ...place, text })
      }
      return draw.call(this, text, x, y, ...rest)
    }
  })
}

export async function clearDrawnText(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, 'drawnText').clear())
}

/** Text on visible canvases since the last clear. */
export async function readDrawnTexts(page: Page): Promise<DrawnText[]> {
  return page.evaluate((head) => {
    const drawn: Map<string, { x: number; y: number; text: string }> = Reflect.get(
      window,
      'drawnText',
    )
    const boxes = [...document.querySelectorAll('canvas')]
      .filter((canvas) => canvas.checkVisibility())
      .map((canvas) => canvas.getBoundingClientRect())
    return [...drawn.values()].flatMap(({ x, y, text }) => {
      const box = boxes.find(
        ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
      )
      return box ? [{ text, isHeader: y - box.top < head }] : []
    })
  }, headerHeight)
}
