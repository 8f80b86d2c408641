import { launchChromium } from '#tests/support/chromium.ts'
import type { ChartKind } from '#kernel/screen.ts'
import { makeFigure, type Figure } from './machine.ts'
import { servePage } from './served-page.ts'

const points = 10_000
const runs = 9

interface ChartTimes {
  readonly drawn: number
  readonly moved: number
}

declare global {
  interface Window {
    timeChart?: (kind: ChartKind, points: number) => Promise<ChartTimes>
  }
}

export async function measureCharts(): Promise<Figure[]> {
  const site = await servePage('chart-page')
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('pageerror', (error) => {
      throw error
    })
    await page.goto(site.url)
    await page.waitForFunction(() => window.timeChart !== undefined)
    const figures: Figure[] = []
    for (const kind of ['line', 'bars', 'pareto', 'heat'] as const) {
      const times: ChartTimes[] = []
      for (let run = 0; run < runs; run += 1) {
        const took = await page.evaluate(([of, many]) => window.timeChart?.(of, many), [
          kind,
          points,
        ] as const)
        if (took) times.push(took)
      }
      const name = `chart of ${points.toLocaleString('en-US')} points, ${kind}`
      figures.push(
        makeFigure(
          `${name}: drawn`,
          100,
          times.map(({ drawn }) => drawn),
        ),
        makeFigure(
          `${name}: cursor moved`,
          16,
          times.map(({ moved }) => moved),
        ),
      )
    }
    return figures
  } finally {
    await browser.close()
    await site.close()
  }
}
