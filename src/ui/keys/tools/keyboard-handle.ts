import type { ShellHandle } from '#kernel/command.ts'
import { showPalette } from '#ui/keys/show-palette.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { label } from '#kernel/label.ts'
import { addCountDigit, clearCount, currentCount } from '#ui/keys/command-count.ts'
import { setCommandMode } from '#ui/keys/command-mode.ts'
import { savedMacros } from '#ui/keys/macros/macro-store.ts'
import { pressKeys } from '#ui/keys/press-keys.ts'
import { beginRecording, endRecording, isRecording } from '#ui/keys/recording.ts'
import { installApp } from './install.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'
import type * as KeyModes from './key-modes.ts'
import { lastLine } from '#ui/command-line/palette-memory.ts'

const setMode = (set: (modes: typeof KeyModes) => void): Promise<void> =>
  openWindow(import('./key-modes.ts'), set)

export const keyboardHandle: ShellHandle['keyboard'] = {
  openKeys: () => openWindow(import('./key-sheet.tsx'), (sheet) => sheet.openKeys()),
  useProfile: (id) => void setMode((modes) => modes.chooseProfile(id)),
  toggleSingleKeys: () => void setMode((modes) => modes.toggleSingleKeys()),
  toggleScreenReader: () => void setMode((modes) => modes.toggleScreenReader()),
  chooseChordTimeout: () =>
    openWindow(import('#ui/keys/dispatch/prompt-number.ts'), (ask) => ask.chooseChordTimeout()),
  setCommandMode(isOn) {
    setCommandMode(isOn)
    const savedText = isOn
      ? label('명령 모드: 글자가 명령입니다.', 'Command mode: letters are commands.')
      : label('입력 모드: 글자가 값입니다.', 'Typing mode: letters are entered as values.')
    // The status line shows the mode; a permanent notification would cover rows.
    notify('success', t(savedText))
  },
  countDigit: addCountDigit,
  clearCount,
  count: currentCount,
  askRow: () =>
    openWindow(import('#ui/keys/dispatch/prompt-number.ts'), (ask) => ask.promptRowNumber()),
  press: pressKeys,
  recall: () => showPalette(lastLine()),
  openLog: () => openWindow(import('./log-sheet.tsx'), (sheet) => sheet.openLog()),
  async recordMacro() {
    if (!isRecording()) return beginRecording()
    const logged = endRecording()
    await openWindow(import('./macro-recorder.ts'), (macros) => macros.saveRecording(logged))
  },
  install: installApp,
  runOptions: async () => (await import('./run-options.ts')).runOptions(),
  async runMacro(slot) {
    const macro = savedMacros().find((savedMacro) => savedMacro.slot === slot)
    if (macro) await (await import('#ui/keys/macros/replay-macro.ts')).replayMacro(macro, false)
    else {
      const ko = `번호 ${slot}인 매크로가 없습니다. '매크로'에서 1–9로 지정하세요.`
      notify('info', t(label(ko, `No macro has number ${slot}. Assign 1–9 in 'Macros'.`)))
    }
    return macro !== undefined
  },
  openMacros: () => openWindow(import('./macro-sheet.tsx'), (sheet) => sheet.openMacros()),
}
