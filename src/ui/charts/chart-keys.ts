import { useRef, useState, type KeyboardEvent } from 'react'

/** The arrow keys walk the points of a chart, one tab stop for all; Home and End go to the ends. */
export function useChartKeys(count: number) {
  const [at, setAt] = useState(0)
  const points = useRef<(SVGGElement | null)[]>([])
  const here = Math.min(at, count - 1)

  function onKeyDown(event: KeyboardEvent): void {
    const to = {
      ArrowRight: here + 1,
      ArrowDown: here + 1,
      ArrowLeft: here - 1,
      ArrowUp: here - 1,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), count - 1)
    setAt(next)
    points.current[next]?.focus()
  }
  const pointProps = (index: number) => ({
    ref: (element: SVGGElement | null) => {
      points.current[index] = element
    },
    tabIndex: index === here ? 0 : -1,
    onFocus: () => setAt(index),
  })
  return { here, onKeyDown, pointProps }
}

export interface ChartPoint {
  readonly name: string
  readonly value: number
}

const figure = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 3 })

export function figureText(value: number): string {
  return figure.format(value)
}
