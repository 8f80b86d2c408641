import { availableParallelism, cpus, totalmem } from 'node:os'

export function machineFacts(): string {
  const gib = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return `${availableParallelism()} × ${model}, ${gib} GiB, Node ${process.version}, ${process.platform}`
}

/** One line of the report. `share` is the used part of the budget; values up to 1 are within it. */
export interface Figure {
  readonly name: string
  readonly medianMs: number
  readonly worstMs: number
  readonly runs: number
  readonly budgetMs: number
}

export function makeFigure(name: string, budgetMs: number, times: readonly number[]): Figure {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    name,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    worstMs: sorted.at(-1) ?? Number.NaN,
    runs: times.length,
    budgetMs,
  }
}

export function printFigures(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length))
  console.log(`${'what'.padEnd(width)}   median    worst   budget   median/budget   runs`)
  for (const { name, medianMs, worstMs, budgetMs, runs } of figures) {
    const cells = [
      `${medianMs.toFixed(0)} ms`.padStart(9),
      `${worstMs.toFixed(0)} ms`.padStart(9),
      `${budgetMs} ms`.padStart(9),
      (medianMs / budgetMs).toFixed(2).padStart(13),
      String(runs).padStart(9),
    ]
    console.log(name.padEnd(width) + cells.join(''))
  }
}
