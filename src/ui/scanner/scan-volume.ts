import { label } from '#kernel/label.ts'
import { onUserSettings, saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { createScanSound } from './scan-sound.ts'

const SETTING = 'scan-sound'
const VOLUME = 0.4

/** The tones of this window, for every scan alike. */
export const scanSound = createScanSound()

/** Whether the user has turned the tones off; colour and words are always there. */
export function isScanMuted(): boolean {
  return userSetting(SETTING) === 'off'
}

/** Follows the user's setting; returns unsubscribe. */
export function watchScanSound(): () => void {
  const apply = (): void => scanSound.setVolume(isScanMuted() ? 0 : VOLUME)
  apply()
  return onUserSettings(apply)
}

/** Turns the tones off, or on again, for this user everywhere. */
export function toggleScanSound(): void {
  const isOff = !isScanMuted()
  saveUserSetting(SETTING, isOff ? 'off' : 'on').catch((error: unknown) => {
    notify('warn', error instanceof Error ? error.message : String(error))
  })
  const off = label('스캔 소리를 껐습니다.', 'Scan sounds off.')
  notify('success', t(isOff ? off : label('스캔 소리를 켰습니다.', 'Scan sounds on.')))
  if (!isOff) scanSound.play('yes')
}
