import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type JSX,
  type Ref,
} from 'react'
import { label } from '#kernel/label.ts'
import { today } from '#ui/base/calendar-day.ts'
import { t } from '#ui/base/language.ts'
import { useTheme } from '#ui/base/theme.ts'
import { nearestPosition } from './chart-cursor.ts'
import {
  markFacts,
  describeChart,
  describeMark,
  type ChartData,
  type ChartPlace,
} from './chart-data.ts'
import { DrawnChart, type ChartHandle } from './chart-handle.ts'
import { ChartLegend } from './chart-legend.tsx'
import './charts.css'
import { buildScene } from './layout.ts'
import { drawScene, readPaint } from './scene-canvas.ts'
import { ScenePatterns, SvgShapes } from './scene-svg.tsx'
import { markAt, MAX_SVG_MARKS, type Scene, type SceneMark } from './scene.ts'
import { TypedPrefix } from './typed-prefix.ts'

const emptyScene: Scene = { width: 240, height: 0, background: [], marks: [], overlay: [] }

interface ChartProps {
  readonly data: ChartData
  readonly place: ChartPlace
  readonly onMove: (to: ChartPlace) => void
  readonly onDrill?: (() => void) | undefined
  readonly selected?: ReadonlySet<number>
  readonly ref?: Ref<ChartHandle>
  /** Height in pixels. The width follows the container. */
  readonly height: number
}

function useWidth(): [(element: HTMLElement | null) => void, number | undefined] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    if (!element) return undefined
    const measure = (): void => setWidth(Math.floor(element.clientWidth))
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  return [setElement, width]
}

function useScene(
  data: ChartData,
  { mark }: ChartPlace,
  width: number | undefined,
  height: number,
): Scene {
  // Only a calendar depends on the cursor, and only on its month.
  const month = data.marks[mark]?.date?.slice(0, 6)
  const at = month === undefined ? 0 : data.marks.findIndex(({ date }) => date?.startsWith(month))
  return useMemo(() => {
    if (width === undefined) return { ...emptyScene, height }
    const size = { width: Math.max(width, 240), height }
    return buildScene(data, size, { mark: at, today: today() })
  }, [data, at, width, height])
}

/**
 * A chart with one tab stop. Page commands move through its marks, and each is read aloud with its
 * values. Few marks are SVG elements; many are drawn on a canvas plus one element for the current
 * mark.
 */
export function Chart(props: ChartProps): JSX.Element {
  const { data, onMove, height, ref } = props
  const place = nearestPosition(data, props.place)
  const [drawn] = useState(() => new DrawnChart())
  const [setHost, width] = useWidth()
  const scene = useScene(data, place, width, height)
  const [typed] = useState(() => new TypedPrefix())
  const id = useId()
  const isCanvas = scene.marks.length > MAX_SVG_MARKS
  useLayoutEffect(() => drawn.show({ data, place, scene, move: onMove }))
  useImperativeHandle(ref, () => drawn, [drawn])
  const current = scene.marks.find(
    (mark) => mark.mark === place.mark && mark.series === place.series,
  )
  const activeId = isCanvas ? `${id}-${place.mark % 2}${place.series % 2}` : markId(id, place)
  return (
    <figure className="chart frame">
      <ChartLegend data={data} />
      <MarkDetails data={data} place={place} />
      <div
        ref={(element) => {
          drawn.drawnIn(element)
          setHost(element)
        }}
        className="chart-stop"
        role="application"
        tabIndex={0}
        aria-roledescription={t(label('차트', 'chart'))}
        aria-label={describeChart(data)}
        aria-activedescendant={data.marks.length > 0 ? activeId : undefined}
        onKeyDown={(event) => {
          const text = event.nativeEvent.isComposing ? undefined : typed.add(event)
          if (text === undefined) return
          // Letters typed here are never commands, even if they match no mark.
          event.preventDefault()
          drawn.goTo(text)
        }}
        onMouseDown={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const hit = markAt(scene, event.clientX - box.left, event.clientY - box.top)
          if (hit) onMove({ mark: hit.mark, series: hit.series })
        }}
        onDoubleClick={() => props.onDrill?.()}
      >
        {isCanvas ? (
          <CanvasScene scene={scene} title={data.title} />
        ) : (
          <SvgScene scene={scene} data={data} id={id} />
        )}
        <svg className="chart-over" width={scene.width} height={scene.height} aria-hidden="true">
          {[...(props.selected ?? [])].map((mark) => (
            <CheckedMark key={mark} scene={scene} mark={mark} />
          ))}
          {current && <Ring mark={current} />}
        </svg>
        {isCanvas && (
          <span
            id={activeId}
            className="visually-hidden"
            role="graphics-symbol"
            aria-label={describeMark(data, place)}
          />
        )}
      </div>
    </figure>
  )
}

const markId = (id: string, { mark, series }: ChartPlace) => `${id}-${mark}-${series}`

function SvgScene({ scene, data, id }: { scene: Scene; data: ChartData; id: string }): JSX.Element {
  return (
    <svg width={scene.width} height={scene.height} role="graphics-document" aria-label={data.title}>
      <ScenePatterns chart={id} shapes={scene.marks.flatMap(({ shapes }) => shapes)} />
      <g aria-hidden="true">
        <SvgShapes shapes={scene.background} chart={id} />
      </g>
      {scene.marks.map((mark) => (
        <g
          key={markId(id, mark)}
          id={markId(id, mark)}
          role="graphics-symbol"
          aria-label={describeMark(data, mark)}
        >
          <SvgShapes shapes={mark.shapes} chart={id} />
        </g>
      ))}
      <g aria-hidden="true">
        <SvgShapes shapes={scene.overlay} chart={id} />
      </g>
    </svg>
  )
}

function CanvasScene({ scene, title }: { scene: Scene; title: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context) return
    const scale = window.devicePixelRatio
    canvas.current.width = scene.width * scale
    canvas.current.height = scene.height * scale
    context.setTransform(scale, 0, 0, scale, 0, 0)
    drawScene(context, scene, readPaint(canvas.current))
  }, [scene, theme])
  return (
    <canvas
      ref={canvas}
      style={{ width: scene.width, height: scene.height }}
      role="graphics-document"
      aria-label={title}
    />
  )
}

function Ring({ mark: { x, y, width, height } }: { mark: SceneMark }): JSX.Element {
  return (
    <rect
      className="chart-ring"
      x={x - 3}
      y={y - 3}
      width={Math.max(width, 2) + 6}
      height={Math.max(height, 2) + 6}
    />
  )
}

function CheckedMark({ scene, mark }: { scene: Scene; mark: number }): JSX.Element | null {
  const boxes = scene.marks.filter((candidate) => candidate.mark === mark)
  const [first] = boxes
  if (!first) return null
  const foot = Math.max(...boxes.map(({ y, height }) => y + height))
  return (
    <rect
      className="chart-ticked"
      x={first.x}
      y={foot + 1}
      width={Math.max(3, first.width)}
      height={3}
    />
  )
}

function MarkDetails({ data, place }: { data: ChartData; place: ChartPlace }): JSX.Element | null {
  const mark = data.marks[place.mark]
  if (!mark) return null
  return (
    <p className="chart-readout" aria-hidden="true">
      <strong>
        {mark.title} {mark.note}
      </strong>
      {markFacts(data, place).map((fact, index) => (
        <span key={index}>{fact}</span>
      ))}
    </p>
  )
}
