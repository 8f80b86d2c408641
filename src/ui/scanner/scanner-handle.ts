import type { ShellHandle } from '#kernel/command.ts'

/** The scanner as commands see it; windows load when they are asked for. */
export const scannerHandle: ShellHandle['scanner'] = {
  calibrate: () => void import('./calibration-popup.tsx').then((popup) => popup.openCalibration()),
  showLog: () => void import('./scan-history-popup.tsx').then((popup) => popup.openScanHistory()),
}
