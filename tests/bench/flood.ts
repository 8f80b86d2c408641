import { floods, sendFlood } from '#tests/support/flood.ts'
import { makeFigure, type Figure } from './machine.ts'
import { TimedUser } from './timed-user.ts'

const requests = 2_000
const budgetMs = 300

/**
 * Measures how long a user waits for a list (95th percentile) during two thousand unauthenticated
 * requests. Unpacking or parsing a single one would take a server seconds.
 */
export async function measureFloods(url: string): Promise<Figure[]> {
  const user = await TimedUser.login(url)
  const figures: Figure[] = []
  for (const flood of floods) {
    const times: number[] = []
    let isOver = false
    const flooding = sendFlood(url, flood, requests).finally(() => {
      isOver = true
    })
    while (!isOver) times.push((await user.query('master/owner')).ms)
    const statuses = await flooding
    if (statuses.join(',') !== String(flood.refused)) {
      throw new Error(`${flood.name}: answered with ${statuses.join(', ')}`)
    }
    const slowest = times.toSorted((a, b) => b - a).slice(0, Math.ceil(times.length / 20))
    figures.push(makeFigure(`a list during ${flood.name}, slowest 5 %`, budgetMs, slowest))
  }
  return figures
}
