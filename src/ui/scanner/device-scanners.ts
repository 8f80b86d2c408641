import type { HidDevice, SerialPort } from './device-apis.ts'
import { HidReports } from './hid-report.ts'
import { SerialLines } from './serial-lines.ts'

/** What most scanners are set to; those on a USB cable do not care. */
const BAUD_RATE = 9600

/** Reads scans from a HID device from now on. Throws what the browser says when it cannot open it. */
export async function readHid(device: HidDevice, onCode: (code: string) => void): Promise<void> {
  const reports = new HidReports(device.collections)
  device.addEventListener('inputreport', (event) => {
    if (!('reportId' in event && 'data' in event && event.data instanceof DataView)) return
    const code = reports.take(Number(event.reportId), event.data)
    if (code !== undefined) onCode(code)
  })
  if (!device.opened) await device.open()
}

/**
 * Reads scans from a serial line; over when the line is closed or pulled out. `opened` is called
 * once it is open. Throws what the browser says when it cannot open it.
 */
export async function readSerial(
  port: SerialPort,
  onCode: (code: string) => void,
  opened: () => void = () => {},
): Promise<void> {
  if (!port.readable) await port.open({ baudRate: BAUD_RATE })
  opened()
  const lines = new SerialLines()
  let failed: ReadableStream<Uint8Array> | undefined
  // After a framing error the browser gives the port a new stream; without a port there is none.
  while (port.readable && port.readable !== failed) {
    const stream = port.readable
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
