import type { HidDevice, HidInputReport, SerialPort } from './device-apis.ts'
import { HidReports } from './hid-report.ts'
import { SerialLines } from './serial-lines.ts'

/** What most scanners are set to; those on a USB cable do not care. */
const BAUD_RATE = 9600

/**
 * Reads scans from a HID device; returns what ends that, as when it was pulled out. Throws what the
 * browser says when it cannot open it.
 */
export async function readHid(
  device: HidDevice,
  onCode: (code: string) => void,
): Promise<() => void> {
  if (!device.opened) await device.open()
  const reports = new HidReports(device.collections)
  const take = ({ reportId, data }: HidInputReport): void => {
    const code = reports.take(reportId, data)
    if (code !== undefined) onCode(code)
  }
  device.addEventListener('inputreport', take)
  return () => device.removeEventListener('inputreport', take)
}

/**
 * Reads scans from a serial line; over when the line is closed or pulled out. `opened` is called
 * once it is open. Throws what the browser says when it cannot open it.
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
    // A line that was pulled out counts as open until it is closed, and could not be opened again.
    await port.close().catch(() => undefined)
  }
}

async function readLines(
  port: SerialPort,
  lines: SerialLines,
  onCode: (code: string) => void,
): Promise<void> {
  let failed: ReadableStream<Uint8Array> | undefined
  // After a framing error the browser gives the port a new stream; without a port there is none.
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
      // What comes after the error begins a new code.
      lines.take([0x0d])
    } finally {
      reader.releaseLock()
    }
  }
}
