import { useEffect, useRef } from 'react'
import { focusUnlessMoved } from '#ui/tabs/focus.ts'
import { registerPage, type Offers } from '#ui/tabs/page-registry.ts'

interface SamplePage {
  readonly tabKey: string
  readonly active: boolean
  readonly editable: boolean
  readonly focus: () => boolean
  readonly offers: () => Offers
}

/** Registers a sample page. Nothing on it is saved, so closing never prompts. */
export function useSamplePage(room: SamplePage): void {
  const { tabKey, active } = room
  const latest = useRef(room)
  useEffect(() => {
    latest.current = room
  })
  useEffect(() => {
    const focus = (): boolean => latest.current.focus()
    return registerPage(tabKey, {
      handle: { search: () => Promise.resolve(true), focus, rows: () => [] },
      offers: () => ({ 'page.focus-grid': () => void focus(), ...latest.current.offers() }),
      context: () => ({
        editable: latest.current.editable,
        'can.search': false,
        'can.import': false,
        'can.export': false,
        'can.print': false,
      }),
      status: () => ({}),
      currentRow: () => undefined,
      currentTable: () => undefined,
      isDirty: () => false,
    })
  }, [tabKey])
  useEffect(() => {
    if (active) focusUnlessMoved(() => void latest.current.focus())
  }, [active])
}
