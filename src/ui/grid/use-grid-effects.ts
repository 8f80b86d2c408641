import type { Item } from '@glideapps/glide-data-grid'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

import type { ControllerOptions } from '#ui/grid/edit/controller-options.ts'
import type { GridController } from './grid-controller.ts'
import { adoptCanvas, scrollGrid, readViewport } from '#ui/grid/draw/grid-dom.ts'
import { glideSelection } from '#ui/grid/draw/grid-columns.ts'
import { DATA_FONT, DATA_FONT_SIZE, HEADER_HEIGHT, ROW_HEIGHT } from '#ui/grid/draw/grid-theme.ts'
import { measureCharacters } from '#ui/grid/columns/text-width.ts'
import type { GridParts } from './use-grid-parts.ts'
import type { Place } from '#ui/grid/rows/selection.ts'

type HTMLElementRef = RefObject<HTMLDivElement | null>

export function useGridEffects(
  parts: GridParts,
  at: { readonly root: HTMLElementRef; readonly layer: HTMLElementRef },
  now: {
    readonly version: number
    readonly autoFocus: boolean
    readonly options: ControllerOptions
    readonly redraw: () => void
    readonly redrawCell: (cell: Item) => void
  },
): void {
  const { controller, painter } = parts
  useLayoutEffect(() => {
    controller.updateOptions(now.options, painter.lead.length)
    controller.attach({
      viewport: () => readViewport(at.root.current, painter),
      scrollTo: (position) => scrollGrid(at.root.current, position),
      redraw: now.redraw,
      redrawCurrent: () => {
        const { model, rowWindow } = controller
        const { current } = glideSelection(model.cursor, rowWindow, painter.lead.length)
        if (current) now.redrawCell(current.cell)
      },
      scrolled: (left) => {
        const style = at.root.current?.style
        const shift = `${-left}px`
        if (style && style.getPropertyValue('--grid-scroll') !== shift) {
          style.setProperty('--grid-scroll', shift)
        }
      },
    })
  })
  useMounted(controller, at, now.autoFocus)
  useCursorInView(controller, at.root)
  useAccessibleRows(controller, now.version)
  useFontsLoaded(controller)
}

function useMounted(
  controller: GridController,
  { root, layer }: { readonly root: HTMLElementRef; readonly layer: HTMLElementRef },
  autoFocus: boolean,
): void {
  const focusFirst = useRef(autoFocus)
  useLayoutEffect(() => {
    const place = layer.current
    const grid = root.current
    if (!place || !grid) return undefined
    const { sink, list, panel, message, announcer, table } = controller
    place.append(sink.element, list.element, message.element, table.element, announcer.element)
    place.append(panel.element)
    const moved = () => controller.place()
    const onPress = (event: MouseEvent) => {
      adoptCanvas(grid, () => controller.focus())
      focusOnPress(event, controller)
    }
    grid.addEventListener('scroll', moved, true)
    grid.addEventListener('mousedown', onPress)
    grid.addEventListener('pointerdown', onPress, true)
    if (focusFirst.current) controller.focus()
    return () => {
      // When another model replaces this one, keep the typed text and the focus.
      focusFirst.current = controller.holder.hasFocus
      sink.leave()
      grid.removeEventListener('scroll', moved, true)
      grid.removeEventListener('mousedown', onPress)
      grid.removeEventListener('pointerdown', onPress, true)
      announcer.silence()
      place.replaceChildren()
    }
  }, [root, layer, controller])
}

/** A mouse press anywhere in the grid focuses it, although the press would blur the sink. */
function focusOnPress(event: MouseEvent, controller: GridController): void {
  if (event.target === controller.sink.element) return
  if (event.type === 'mousedown') event.preventDefault()
  else if (event.button !== 2) controller.focus()
}

function useCursorInView(controller: GridController, root: HTMLElementRef): void {
  const seen = useRef<{ head: Place | null; first: number }>({ head: null, first: 0 })
  useLayoutEffect(() => {
    adoptCanvas(root.current, () => controller.focus())
    const { head } = controller.model.cursor
    const { first } = controller.rowWindow
    const isMoved = head !== seen.current.head || first !== seen.current.first
    seen.current = { head, first }
    if (isMoved) controller.reveal()
    controller.announce(isMoved)
    controller.place()
    if (isMoved) controller.holder.scrollPage()
  })
}

/** Debounced: updates the accessible table once cursor and scrolling are idle. */
function useAccessibleRows(controller: GridController, version: number): void {
  useEffect(() => {
    const timer = window.setTimeout(() => {
      const view = controller.viewport()
      if (!view) return
      const first = Math.floor(view.scrollTop / ROW_HEIGHT) + controller.rowWindow.first
      const count = Math.ceil((view.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT)
      const current = controller.table.render(first, count)
      if (controller.list.isOpen || controller.panel.isOpen) return
      controller.holder.setActiveDescendant(current)
    }, 150)
    return () => window.clearTimeout(timer)
  }, [controller, version])
}

/** Canvas text uses the fonts available when drawn, so redraw once ours have loaded. */
function useFontsLoaded(controller: GridController): void {
  useEffect(() => {
    let isUnmounted = false
    const sample = '가A0'
    const fonts = [`${DATA_FONT_SIZE}px ${DATA_FONT}`, `bold ${DATA_FONT_SIZE}px ${DATA_FONT}`]
    const loaded = Promise.allSettled(fonts.map(async (font) => document.fonts.load(font, sample)))
    void loaded.then(() => {
      if (isUnmounted) return
      const ctx = document.createElement('canvas').getContext('2d')
      if (ctx) measureCharacters(ctx, fonts)
      controller.model.touch()
      controller.redraw()
    })
    return () => {
      isUnmounted = true
    }
  }, [controller])
}
