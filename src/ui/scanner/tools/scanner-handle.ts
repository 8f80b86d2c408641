import type { ShellHandle } from '#kernel/command.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'
import { toggleScanSound } from '#ui/scanner/scan-volume.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'

export const scannerHandle: ShellHandle['scanner'] = {
  calibrate: () =>
    openWindow(import('./calibration-popup.tsx'), (popup) => popup.openCalibration()),
  editFormats: (owner) =>
    openWindow(import('./owner-formats-popup.tsx'), (popup) => popup.openOwnerFormats(owner)),
  connect: (kind) => {
    void loadCode(() => import('#ui/scanner/scanner-devices.ts')).then((devices) => {
      return devices.connectDevice(kind)
    })
  },
  toggleSound: toggleScanSound,
  showLog: () => openWindow(import('./scan-history-popup.tsx'), (popup) => popup.openScanHistory()),
}
