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

/**
 * How a key string is written in the legend, the palette and tooltips: `^S`, `Alt+M`, `⇧F`, `Ins`,
 * `]e`, `g m`; on Apple machines `⌘S` and `⌥M`.
 */
export function keyLabel(keys: string, platform: Platform): string {
  const labels = parseChords(keys, platform).map((chord) => chordLabel(chord, platform))
  // A symbol leads into its letter as one word (`]e`); letters would run together (`g m`).
  return labels.reduce((text, part) => text + (/^[^\w\s]$/.test(text) ? '' : ' ') + part)
}

function chordLabel(chord: string, platform: Platform): string {
  const parts = chordParts(chord)
  const { key } = parts
  const isApple = platform === 'apple'
  const held = heldNames(parts, ['^', isApple ? '⌥' : 'Alt+', '⇧', isApple ? '⌘' : 'Win+']).join('')
  // Above the digits stands a symbol that everybody calls such a key by: `@`, not ⇧2.
  if (held === '⇧' && /^\d$/.test(key)) return shiftedCharacter(key)
  const name = shortNames[key] ?? key.replace(/^Numpad/, '숫자')
  return held + (held !== '' && name.length === 1 ? name.toUpperCase() : name)
}

/**
 * The same in words, for those who hear it: a screen reader leaves signs such as ^ and ⇧ out, and
 * what remains of `^S` is a letter.
 */
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

/** The same for the `aria-keyshortcuts` attribute; sequences have no form there, so undefined. */
export function ariaKeyShortcuts(keys: string, platform: Platform): string | undefined {
  const chords = parseChords(keys, platform)
  const [chord] = chords
  if (chord === undefined || chords.length > 1) return undefined
  const { key, ...held } = chordParts(chord)
  const name = /^[a-z]$/.test(key) ? key.toUpperCase() : key === '+' ? 'Plus' : key
  return [...heldNames(held, canonicalNames), name].join('+')
}
