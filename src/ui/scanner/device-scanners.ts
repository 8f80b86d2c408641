import type { HidDevice, HidInputReport, SerialPort } from './device-apis.ts'
import { HidReports } from './hid-report.ts'
import { SerialLines } from './serial-lines.ts'

/** Common default; USB scanners ignore it. */
const BAUD_RATE = 9600

/** Reads scans from a HID device. Returns a stop function. Throws if the browser cannot open it. */
export async function readHid(
  device: HidDevice,
  onCode: (code: string) => void,
): Promise<() => void> {
  if (!device.opened) await device.open()
  const reports = new HidReports(device.collections)
  const onReport = ({ reportId, data }: HidInputReport): void => {
    const code = reports.take(reportId, data)
    if (code !== undefined) onCode(code)
  }
  device.addEventListener('inputreport', onReport)
  return () => device.removeEventListener('inputreport', onReport)
}

/**
 * Reads scans from a serial port until it is closed or unplugged. Calls `opened` once it is open.
 * Throws if the browser cannot open it.
 */
export async function readSerial(
  port: SerialPort,
  onCode: (code: string) => void,
  opened: () => unknown = () => {},
): Promise<void> {
  if (!port.readable) await port.open({ baudRate: BAUD_RATE })
  opened()
  const lines = new SerialLines()
  try {
    await readLines(port, lines, onCode)
  } finally {
    // An unplugged port counts as open until it is closed. Without this it cannot be reopened.
    await port.close().catch(() => undefined)
  }
}

async function readLines(
  port: SerialPort,
  lines: SerialLines,
  onCode: (code: string) => void,
): Promise<void> {
  let failed: ReadableStream<Uint8Array> | undefined
  // After a framing error the browser provides a new stream, or none if the port is gone.
  for (let stream = port.readable; stream && stream !== failed; stream = port.readable) {
    const reader = stream.getReader()
    try {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        for (const code of lines.take(value)) onCode(code)
      }
    } catch {
      failed = stream
      // Data after the error starts a new code.
      lines.take([0x0d])
    } finally {
      reader.releaseLock()
    }
  }
}
