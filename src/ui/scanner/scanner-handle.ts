import type { ShellHandle } from '#kernel/command.ts'
import { connectDevice } from '../app/scanner-devices.ts'

/** The scanner as commands see it; windows load when they are asked for. */
export const scannerHandle: ShellHandle['scanner'] = {
  calibrate: () => void import('./calibration-popup.tsx').then((popup) => popup.openCalibration()),
  editFormats: (owner) =>
    void import('./owner-formats-popup.tsx').then((popup) => popup.openOwnerFormats(owner)),
  connect: (kind) => void connectDevice(kind),
  showLog: () => void import('./scan-history-popup.tsx').then((popup) => popup.openScanHistory()),
}
