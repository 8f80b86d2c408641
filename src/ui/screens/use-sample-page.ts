import { useEffect, useEffectEvent } from 'react'
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
  const focus = useEffectEvent(room.focus)
  const offers = useEffectEvent(room.offers)
  const isEditable = useEffectEvent(() => room.editable)
  useEffect(() => {
    return registerPage(tabKey, {
      handle: { search: () => Promise.resolve(true), focus: () => focus(), rows: () => [] },
      offers: () => ({ 'page.focus-grid': () => void focus(), ...offers() }),
      context: () => ({
        editable: isEditable(),
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
    if (active) focusUnlessMoved(() => void focus())
  }, [active])
}
