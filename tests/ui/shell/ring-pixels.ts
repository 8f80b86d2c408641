import type { Page } from 'playwright-core'

export interface Box {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Share of a two-pixel focus ring that is visible. Counts pixels in and around the control that
 * differ 3:1 between two screenshots, relative to such a ring (WCAG 2.4.13). `bench` is any page
 * that can decode images.
 */
export async function measureRing(
  bench: Page,
  box: Box,
  [without, withKeyboard]: readonly [Buffer, Buffer],
): Promise<number> {
  const pictures = [without, withKeyboard].map((shot) => shot.toString('base64'))
  const changed = await bench.evaluate(
    async ({ pictures: shots, box: { x, y, width, height } }) => {
      const around = 4
      const [left, top] = [Math.max(0, Math.floor(x) - around), Math.max(0, Math.floor(y) - around)]
      const [wide, high] = [Math.ceil(width) + 2 * around, Math.ceil(height) + 2 * around]
      const pixels = await Promise.all(
        shots.map(async (shot) => {
          const image = new Image()
          image.src = `data:image/png;base64,${shot}`
          await image.decode()
          const canvas = new OffscreenCanvas(wide, high)
          const context = canvas.getContext('2d')
          context?.drawImage(image, -left, -top)
          return context?.getImageData(0, 0, wide, high).data ?? new Uint8ClampedArray()
        }),
      )
      const linearChannel = (value: number): number =>
        value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4
      const luminanceAt = (data: Uint8ClampedArray, at: number): number =>
        0.2126 * linearChannel(data[at] ?? 0) +
        0.7152 * linearChannel(data[at + 1] ?? 0) +
        0.0722 * linearChannel(data[at + 2] ?? 0)
      const [before = new Uint8ClampedArray(), after = before] = pixels
      let count = 0
      for (let index = 0; index < before.length; index += 4) {
        const [first, second] = [luminanceAt(before, index), luminanceAt(after, index)]
        if ((Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05) >= 3) count += 1
      }
      return count
    },
    { pictures, box },
  )
  return changed / (4 * (box.width + box.height) - 16)
}
