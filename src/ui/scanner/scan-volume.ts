import { label } from '#kernel/label.ts'
import { onUserSettings, saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'
import { t } from '#ui/base/language.ts'
import { notify, notifyError } from '#ui/windows/notify.tsx'
import { createScanSound } from './scan-sound.ts'

const SETTING = 'scan-sound'
const VOLUME = 0.4

export const scanSound = createScanSound()

export function isScanMuted(): boolean {
  return userSetting(SETTING) === 'off'
}

export function applySoundSetting(): () => void {
  const apply = (): void => scanSound.setVolume(isScanMuted() ? 0 : VOLUME)
  apply()
  return onUserSettings(apply)
}

export function toggleScanSound(): void {
  const isOff = !isScanMuted()
  saveUserSetting(SETTING, isOff ? 'off' : 'on').catch((error: unknown) =>
    notifyError(error, 'warn'),
  )
  const off = label('스캔 소리를 껐습니다.', 'Scan sounds off.')
  notify('success', t(isOff ? off : label('스캔 소리를 켰습니다.', 'Scan sounds on.')))
  if (!isOff) scanSound.play('yes')
}
