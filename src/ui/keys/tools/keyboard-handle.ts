import type { ShellHandle } from '#kernel/command.ts'
import { areSingleKeysEnabled } from '#ui/keys/dispatch/context.ts'
import { showPalette } from '#ui/keys/show-palette.ts'
import { t } from '#ui/base/language.ts'
import { notify, notifyError } from '#ui/windows/notify.tsx'
import { keyProfiles } from '#keymaps/index.ts'
import { label, type Label } from '#kernel/label.ts'
import { addCountDigit, clearCount, currentCount } from '#ui/keys/command-count.ts'
import { setCommandMode } from '#ui/keys/command-mode.ts'
import {
  saveProfile,
  saveReaderMode,
  saveSingleKeys,
  storedReaderMode,
} from '#ui/keys/key-settings.ts'
import { savedMacros } from '#ui/keys/macros/macro-store.ts'
import { pressKeys } from '#ui/keys/press-keys.ts'
import { beginRecording, endRecording, isRecording } from '#ui/keys/recording.ts'
import { installApp } from './install.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'
import { lastLine } from '#ui/command-line/palette-memory.ts'

async function notifySaved(saving: Promise<void>, message: Label): Promise<void> {
  await saving.then(() => notify('success', t(message))).catch(notifyError)
}

export const keyboardHandle: ShellHandle['keyboard'] = {
  openKeys: () => openWindow(import('./key-sheet.tsx'), (sheet) => sheet.openKeys()),
  useProfile(id) {
    const profile = keyProfiles.find((each) => each.id === id)
    if (!profile) return
    const { ko, en } = profile.title
    void notifySaved(saveProfile(id), label(`단축키 세트: ${ko}`, `Keymap: ${en}`))
  },
  toggleSingleKeys() {
    const on = !areSingleKeysEnabled()
    const savedText = on
      ? label('글자 단축키를 켰습니다.', 'Single-letter shortcuts are on.')
      : label('글자 단축키를 껐습니다.', 'Single-letter shortcuts are off.')
    void notifySaved(saveSingleKeys(on), savedText)
  },
  toggleScreenReader() {
    const on = !storedReaderMode()
    const savedText = on
      ? label(
          '화면 낭독기 모드를 켰습니다. 칸 편집은 F2 또는 Alt+E입니다.',
          'Screen-reader mode is on: F2 or Alt+E edits.',
        )
      : label('화면 낭독기 모드를 껐습니다.', 'Screen-reader mode is off.')
    void notifySaved(saveReaderMode(on), savedText)
  },
  chooseChordTimeout: () =>
    openWindow(import('#ui/keys/dispatch/prompt-number.ts'), (ask) => ask.chooseChordTimeout()),
  setCommandMode(on) {
    setCommandMode(on)
    const savedText = on
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
    const macro = savedMacros().find((each) => each.slot === slot)
    if (macro) await (await import('#ui/keys/macros/replay-macro.ts')).replayMacro(macro, false)
    else {
      const ko = `번호 ${slot}인 매크로가 없습니다. '매크로'에서 1–9로 지정하세요.`
      notify('info', t(label(ko, `No macro has number ${slot}. Assign 1–9 in 'Macros'.`)))
    }
    return macro !== undefined
  },
  openMacros: () => openWindow(import('./macro-sheet.tsx'), (sheet) => sheet.openMacros()),
}
