import { convertQwertyToHangul } from 'es-hangul'
import { getCode, keyEvent, type TestKey } from '#tests/ui/keyboard/key-event.ts'

export interface Burst {
  /** Gap before each key, or one for all keys. Default 8 ms. */
  readonly gapMs?: number | readonly number[]
  readonly suffix?: 'Enter' | 'Tab' | 'none'
  /** Keyboard mode of the host while scanning. `windows` and `mac` are in Hangul mode. */
  readonly host?: 'latin' | 'windows' | 'mac'
  readonly capsLock?: boolean
  /** Keys a scanner sends for the GS character. */
  readonly gs?: 'Control+]' | 'Alt+0029' | 'F8' | 'ArrowDown' | 'ControlRight'
  readonly startMs?: number
  readonly target?: EventTarget | null
}

/** Key events of a wedge scanner typing a code, including Shift. */
export function makeBurst(code: string, options: Burst = {}): TestKey[] {
  const keys = Array.from(code).flatMap((character) =>
    character === '\u001d' ? gsKeys(options.gs ?? 'Control+]') : characterKeys(character, options),
  )
  const { suffix = 'Enter', gapMs = 8, startMs = 10_000, target = null } = options
  if (suffix !== 'none') keys.push(keyEvent(suffix))
  let at = startMs
  let index = 0
  return keys.map((key) => {
    if (key.key !== 'Shift') {
      if (index > 0) at += typeof gapMs === 'number' ? gapMs : (gapMs[index - 1] ?? 8)
      index += 1
    }
    const capsLock = options.capsLock ?? false
    return keyEvent(key.key, { ...toPlainKey(key), capsLock, timeStamp: at, target })
  })
}

function toPlainKey({ code, keyCode, ctrlKey, altKey, shiftKey }: TestKey) {
  return { code, keyCode, ctrlKey, altKey, shiftKey }
}

function characterKeys(character: string, { host = 'latin', capsLock }: Burst): TestKey[] {
  const event = keyEvent(character)
  const { shiftKey } = event
  const shift = shiftKey ? [keyEvent('Shift', { code: 'ShiftLeft' })] : []
  const code = getCode(character)
  if (host === 'windows' && /^[a-z]$/i.test(character)) {
    return [...shift, keyEvent('Process', { code, keyCode: 229, shiftKey })]
  }
  if (host === 'mac' && /^[a-z]$/i.test(character)) {
    return [...shift, keyEvent(convertQwertyToHangul(character), { code, shiftKey })]
  }
  // Windows inverts the case of letters while CapsLock is on.
  const isUpper = shiftKey !== (capsLock === true)
  const key = /^[a-z]$/i.test(character)
    ? isUpper
      ? character.toUpperCase()
      : character.toLowerCase()
    : character
  return [...shift, keyEvent(key, { code, shiftKey })]
}

function gsKeys(gs: NonNullable<Burst['gs']>): TestKey[] {
  if (gs === 'Control+]') {
    return [keyEvent('Control'), keyEvent(']', { ctrlKey: true, code: 'BracketRight' })]
  }
  if (gs === 'ControlRight') return [keyEvent('Control', { code: gs })]
  if (gs !== 'Alt+0029') return [keyEvent(gs)]
  const digits = ['0', '0', '2', '9'].map((digit) =>
    keyEvent(digit, { code: `Numpad${digit}`, altKey: true }),
  )
  return [keyEvent('Alt'), ...digits]
}
