import { keyProfiles } from '#keymaps/index.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { areSingleKeysEnabled } from '#ui/keys/dispatch/context.ts'
import {
  saveProfile,
  saveReaderMode,
  saveSingleKeys,
  storedReaderMode,
} from '#ui/keys/key-settings.ts'
import { notify, notifyError } from '#ui/windows/notify.tsx'

function notifyWhenSaved(saving: Promise<void>, message: Label): void {
  void saving.then(() => notify('success', t(message))).catch(notifyError)
}

export function chooseProfile(id: string): void {
  const profile = keyProfiles.find((keyProfile) => keyProfile.id === id)
  if (!profile) return
  const { ko, en } = profile.title
  notifyWhenSaved(saveProfile(id), label(`단축키 세트: ${ko}`, `Keymap: ${en}`))
}

export function toggleSingleKeys(): void {
  const isOn = !areSingleKeysEnabled()
  const savedText = isOn
    ? label('글자 단축키를 켰습니다.', 'Single-letter shortcuts are on.')
    : label('글자 단축키를 껐습니다.', 'Single-letter shortcuts are off.')
  notifyWhenSaved(saveSingleKeys(isOn), savedText)
}

export function toggleScreenReader(): void {
  const isOn = !storedReaderMode()
  const savedText = isOn
    ? label(
        '화면 낭독기 모드를 켰습니다. 칸 편집은 F2 또는 Alt+E입니다.',
        'Screen-reader mode is on: F2 or Alt+E edits.',
      )
    : label('화면 낭독기 모드를 껐습니다.', 'Screen-reader mode is off.')
  notifyWhenSaved(saveReaderMode(isOn), savedText)
}
