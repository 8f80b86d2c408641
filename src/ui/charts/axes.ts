import { scaleLinear, type ScaleLinear } from 'd3-scale'
import { formatAxisValue, type ChartMark } from './chart-data.ts'
import { fitText, textWidth, type Box, type Shape } from './scene.ts'

/** Space above the marks for the text of the current mark. */
const TOP = 52
const RIGHT = 14
const MAX_SLANTED_WIDTH = 84

/** Axis labels: horizontal if they fit, otherwise slanted, otherwise only every nth. */
type NameStyle = { readonly slanted: boolean; readonly every: number; readonly room: number }

function labelStyle(marks: readonly ChartMark[], width: number, mayLean: boolean): NameStyle {
  const band = width / Math.max(1, marks.length)
  const widest = Math.max(0, ...marks.slice(0, 400).map(({ name }) => textWidth(name)))
  if (widest + 8 <= band) return { slanted: false, every: 1, room: 26 }
  if (mayLean && band >= 14) {
    return { slanted: true, every: 1, room: Math.min(MAX_SLANTED_WIDTH, widest * 0.62 + 22) }
  }
  return { slanted: false, every: Math.ceil((widest + 12) / band), room: 26 }
}

export interface Plot extends Box {
  readonly value: ScaleLinear<number, number>
  readonly shapes: readonly Shape[]
}

interface PlotRequest {
  readonly marks: readonly ChartMark[]
  readonly width: number
  readonly height: number
  readonly minimum: number
  readonly maximum: number
  readonly canSlant: boolean
  readonly right?: number
}

export function layoutPlot({
  marks,
  width,
  height,
  minimum,
  maximum,
  canSlant,
  right = 0,
}: PlotRequest): Plot {
  const reach =
    maximum === minimum ? [Math.min(0, minimum), Math.max(1, maximum)] : [minimum, maximum]
  const scale = scaleLinear().domain(reach).nice(4)
  const ticks = scale.ticks(4)
  const left = Math.ceil(Math.max(...ticks.map((tick) => textWidth(formatAxisValue(tick))))) + 18
  const inner = Math.max(10, width - left - RIGHT - right)
  const names = labelStyle(marks, inner, canSlant)
  const plot = { x: left, y: TOP, width: inner, height: Math.max(10, height - TOP - names.room) }
  const value = scale.range([plot.y + plot.height, plot.y])
  const lines = ticks.flatMap((tick): Shape[] => [
    {
      kind: 'path',
      d: `M${left},${Math.round(value(tick)) + 0.5}H${left + inner}`,
      ink: tick === 0 ? 'edge' : 'rule',
      width: 1,
    },
    {
      kind: 'text',
      x: left - 8,
      y: value(tick) + 4,
      text: formatAxisValue(tick),
      ink: 'quiet',
      anchor: 'end',
    },
  ])
  return { ...plot, value, shapes: [...lines, ...labelShapes(marks, plot, names)] }
}

function labelShapes(marks: readonly ChartMark[], plot: Box, names: NameStyle): Shape[] {
  const band = plot.width / Math.max(1, marks.length)
  const foot = plot.y + plot.height
  return marks.flatMap(({ name }, index): Shape[] => {
    if (index % names.every !== 0) return []
    const x = plot.x + band * (index + 0.5)
    if (!names.slanted) {
      return [{ kind: 'text', x, y: foot + 18, text: name, ink: 'quiet', anchor: 'middle' }]
    }
    const text = fitText(name, (MAX_SLANTED_WIDTH - 20) / 0.62)
    return [{ kind: 'text', x: x + 4, y: foot + 14, text, ink: 'quiet', anchor: 'end', turn: -38 }]
  })
}
