import { isModifierPress, keystroke, type KeyInput } from './keystroke.ts'

const longest = 3

type RecorderListener = (recorded: 'accept' | 'cancel' | readonly string[]) => void

let recording: { strokes: readonly string[]; readonly heard: RecorderListener } | undefined

/**
 * Captures every key press and reports the strokes so far. Enter accepts, Escape cancels and
 * Backspace removes the last stroke. Returns a function that stops recording.
 */
export function recordKeys(onStrokes: RecorderListener): () => void {
  const mine = { strokes: [], heard: onStrokes }
  recording = mine
  return () => {
    if (recording?.heard === onStrokes) recording = undefined
  }
}

export function recordKey(event: KeyInput): boolean {
  if (!recording) return false
  event.preventDefault()
  event.stopPropagation()
  const stroke = isModifierPress(event) || event.repeat ? undefined : keystroke(event)
  if (!stroke) return true
  const { strokes, heard } = recording
  if (stroke.chord === 'Escape') heard('cancel')
  else if (stroke.chord === 'Enter') heard('accept')
  else {
    const next = stroke.chord === 'Backspace' ? strokes.slice(0, -1) : [...strokes, stroke.chord]
    recording = { strokes: next.length > longest ? [stroke.chord] : next, heard }
    heard(recording.strokes)
  }
  return true
}
