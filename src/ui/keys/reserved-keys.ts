import { label, type Label } from '#kernel/label.ts'
import type { KeyEnvironment } from '#kernel/keymap.ts'
import { parseChords, type Platform } from './chord.ts'

function chordSet(keys: string, platform: Platform): ReadonlySet<string> {
  return new Set(keys.split(/\s+/).flatMap((key) => parseChords(key, platform)))
}

/**
 * Keys a browser tab never receives, from Chromium's browser_command_controller: close, new tab or
 * window, reopen, next and previous tab.
 */
const tabKeys: Readonly<Record<Platform, ReadonlySet<string>>> = {
  other: chordSet(
    `Control+w Control+Shift+w Control+F4 Control+t Control+Shift+t Control+n Control+Shift+n
     Control+Tab Control+Shift+Tab Control+PageUp Control+PageDown Control+Shift+q F11`,
    'other',
  ),
  apple: chordSet(
    `Meta+w Shift+Meta+w Meta+t Shift+Meta+t Meta+n Shift+Meta+n Control+Tab Control+Shift+Tab
     Alt+Meta+ArrowLeft Alt+Meta+ArrowRight Control+Meta+f`,
    'apple',
  ),
}

/** Keys the operating system handles before any browser. */
const systemKeys: Readonly<Record<Platform, ReadonlySet<string>>> = {
  other: chordSet(
    `Alt+F4 Alt+Tab Alt+Shift+Tab Alt+Escape Alt+Space Control+Escape Control+Shift+Escape
     Control+Alt+Delete PrintScreen`,
    'other',
  ),
  apple: chordSet(
    `Meta+q Meta+h Meta+m Meta+Tab Meta+Space Alt+Meta+Escape Shift+Meta+3 Shift+Meta+4
     Shift+Meta+5 Control+ArrowUp Control+ArrowDown Control+ArrowLeft Control+ArrowRight`,
    'apple',
  ),
}

/** Keys that switch Hangul and Hanja or choose candidates. */
const imeKeys = chordSet(
  'Control+Space Shift+Space Control+. HangulMode HanjaMode Lang1 Lang2 AltGraph',
  'other',
)

/** Returns the reason a page might not receive this chord, or undefined if it does. */
export function reservedReason(
  chord: string,
  { platform, environment }: { platform: Platform; environment: KeyEnvironment },
): Label | undefined {
  if (imeKeys.has(chord)) {
    return label('입력기(한/영, 한자)가 사용하는 키입니다.', 'Reserved by the input method.')
  }
  if (systemKeys[platform].has(chord)) {
    return label('운영체제가 사용하는 키입니다.', 'Reserved by the operating system.')
  }
  const usesWindowsKey = platform === 'other' && chord.includes('Meta+')
  if (usesWindowsKey)
    return label('Windows 키는 사용할 수 없습니다.', 'The Windows key cannot be used.')
  if (environment === 'tab' && tabKeys[platform].has(chord)) {
    return label(
      '브라우저 탭이 사용하는 키입니다(설치한 앱에서는 가능).',
      'Reserved by the browser tab (available in an installed app window).',
    )
  }
  return undefined
}
