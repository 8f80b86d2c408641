import {
  canonicalNames,
  chordParts,
  heldNames,
  parseChords,
  shiftedCharacter,
  type Platform,
} from './chord.ts'

const shortNames: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Enter: '↵',
  NumpadEnter: '↵',
  Tab: '⇥',
  Backspace: '⌫',
  Insert: 'Ins',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ContextMenu: '≣',
  HangulMode: '한/영',
  Lang1: '한/영',
  HanjaMode: '한자',
  Lang2: '한자',
}

/** Short form of a key string: `^S`, `Alt+M`, `⇧F`, `Ins`, `]e`, `g m`; on Apple `⌘S` and `⌥M`. */
export function keyLabel(keys: string, platform: Platform): string {
  const labels = parseChords(keys, platform).map((chord) => chordLabel(chord, platform))
  // A symbol and its letter read as one word (`]e`); letters need a space (`g m`).
  return labels.reduce((text, part) => text + (/^[^\w\s]$/.test(text) ? '' : ' ') + part)
}

function chordLabel(chord: string, platform: Platform): string {
  const parts = chordParts(chord)
  const { key } = parts
  const isApple = platform === 'apple'
  const held = heldNames(parts, ['^', isApple ? '⌥' : 'Alt+', '⇧', isApple ? '⌘' : 'Win+']).join('')
  // Show the symbol above a digit: `@`, not ⇧2.
  if (held === '⇧' && /^\d$/.test(key)) return shiftedCharacter(key)
  const name = shortNames[key] ?? key.replace(/^Numpad/, '숫자')
  return held + (held !== '' && name.length === 1 ? name.toUpperCase() : name)
}

/** Spoken form, because screen readers skip symbols such as ^ and ⇧. */
export function spokenKeys(keys: string, platform: Platform): string {
  const isApple = platform === 'apple'
  const names = ['Ctrl', isApple ? 'Option' : 'Alt', 'Shift', isApple ? 'Command' : 'Win'] as const
  return parseChords(keys, platform)
    .map((chord) => {
      const { key, ...held } = chordParts(chord)
      const name = /^[a-z]$/.test(key) ? key.toUpperCase() : key.replace(/^Arrow/, '')
      return [...heldNames(held, names), name].join('+')
    })
    .join(', ')
}

/** Value for `aria-keyshortcuts`; undefined for sequences, which it cannot express. */
export function ariaKeyShortcuts(keys: string, platform: Platform): string | undefined {
  const chords = parseChords(keys, platform)
  const [chord] = chords
  if (chord === undefined || chords.length > 1) return undefined
  const { key, ...held } = chordParts(chord)
  const name = /^[a-z]$/.test(key) ? key.toUpperCase() : key === '+' ? 'Plus' : key
  return [...heldNames(held, canonicalNames), name].join('+')
}
