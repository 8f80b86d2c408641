import { chordParts, parseChords } from './chord.ts'
import { synthesizeKey } from './synthetic-key.ts'

export function pressKeys(keys: string): void {
  for (const chord of parseChords(keys, 'other')) {
    const { control, alt, shift, meta, key } = chordParts(chord)
    const held = { ctrlKey: control, altKey: alt, shiftKey: shift, metaKey: meta }
    document.activeElement?.dispatchEvent(synthesizeKey({ key, code: key, ...held }))
  }
}
