import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import { characterOfCode, shiftedCharacter } from '#ui/keys/chord.ts'
import type { KeyInput } from '#ui/keys/keystroke.ts'
import type { GsKey, WedgeProfile } from './wedge-profile.ts'

export type WedgeKey =
  | { readonly kind: 'character'; readonly character: string }
  /** A digit of an Alt code on the numeric pad, as in Alt+0029. */
  | { readonly kind: 'alt-digit'; readonly digit: string }
  | { readonly kind: 'control'; readonly character: string }
  | { readonly kind: 'suffix'; readonly suffix: 'Enter' | 'Tab' }
  | { readonly kind: 'other' }

const numpadSymbols: Readonly<Record<string, string>> = {
  NumpadAdd: '+',
  NumpadSubtract: '-',
  NumpadMultiply: '*',
  NumpadDivide: '/',
  NumpadDecimal: '.',
}

/**
 * Reads a key press by physical key and Shift on the US layout, which scanners emulate. Hangul mode
 * and the host's layout have no effect.
 */
export function wedgeKey(event: KeyInput, profile: WedgeProfile): WedgeKey {
  const { code, ctrlKey, altKey, metaKey } = event
  if (isGs(event, profile.gsKeys)) return { kind: 'control', character: groupSeparator }
  const numpadDigit = /^Numpad(\d)$/.exec(code)?.[1]
  if (altKey && numpadDigit !== undefined) return { kind: 'alt-digit', digit: numpadDigit }
  if (altKey || metaKey) return { kind: 'other' }
  if (ctrlKey) return controlKey(code)
  if (code === 'Enter' || code === 'NumpadEnter') return { kind: 'suffix', suffix: 'Enter' }
  if (code === 'Tab') return { kind: 'suffix', suffix: 'Tab' }
  const character = numpadDigit ?? numpadSymbols[code] ?? readCharacter(event, profile)
  return character === undefined ? { kind: 'other' } : { kind: 'character', character }
}

function isGs(event: KeyInput, gsKeys: readonly GsKey[]): boolean {
  if (event.ctrlKey && event.code === 'BracketRight') return true
  return gsKeys.some((key) => key === event.code)
}

/** Control characters arrive as Control and a letter: CR is Ctrl+M, LF is Ctrl+J. */
function controlKey(code: string): WedgeKey {
  if (code === 'KeyM') return { kind: 'suffix', suffix: 'Enter' }
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter === undefined) return { kind: 'other' }
  return { kind: 'control', character: String.fromCharCode(letter.charCodeAt(0) - 64) }
}

function readCharacter(event: KeyInput, profile: WedgeProfile): string | undefined {
  if (event.code === 'Space') return ' '
  const plain = characterOfCode(event.code)
  // On-screen and Android keyboards send no code, only the typed key.
  if (plain === undefined)
    return event.code === '' && event.key.length === 1 ? event.key : undefined
  const isCapsLocked = profile.capsLock === 'follow' && event.getModifierState('CapsLock')
  const isLetter = /^[a-z]$/.test(plain)
  const isShifted = isLetter && isCapsLocked ? !event.shiftKey : event.shiftKey
  return isShifted ? shiftedCharacter(plain) : plain
}
