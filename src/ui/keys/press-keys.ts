import { chordParts, parseChords } from './chord.ts'

export function pressKeys(keys: string): void {
  for (const chord of parseChords(keys, 'other')) {
    const { control, alt, shift, meta, key } = chordParts(chord)
    const event = new KeyboardEvent('keydown', {
      key,
      code: key,
      ctrlKey: control,
      altKey: alt,
      shiftKey: shift,
      metaKey: meta,
      bubbles: true,
      cancelable: true,
    })
    document.activeElement?.dispatchEvent(event)
  }
}
