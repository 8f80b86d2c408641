import { describe, expect, test } from 'vitest'
import type { HidDevice, HidInputReport, SerialPort } from '#ui/scanner/device-apis.ts'
import { readHid, readSerial } from '#ui/scanner/device-scanners.ts'
import { HidReports, reportLayouts, defaultLayout } from '#ui/scanner/hid-report.ts'
import { SerialLines } from '#ui/scanner/serial-lines.ts'

const getBytes = (text: string): number[] =>
  Array.from(text, (character) => character.charCodeAt(0))

/** Report format of Honeywell, Zebra and Datalogic: length, AIM, 56 data bytes, three more. */
function report(text: string, aim = ']E0', continues = false): DataView {
  const bytes = new Uint8Array(63)
  bytes.set([text.length, ...getBytes(aim), ...getBytes(text)])
  bytes[62] = continues ? 1 : 0
  return new DataView(bytes.buffer)
}

const described = [
  {
    usagePage: 0x8c,
    inputReports: [
      {
        reportId: 2,
        items: [
          { usages: [0x0001_003b], reportSize: 8, reportCount: 1 },
          { usages: [0x008c_00fb, 0x008c_00fc, 0x008c_00fd], reportSize: 8, reportCount: 3 },
          { usages: [0x008c_00fe], reportSize: 8, reportCount: 56 },
          { usages: [0xff45_0001], reportSize: 8, reportCount: 2 },
          { usages: [0x008c_00ff], reportSize: 1, reportCount: 1 },
          { usages: [], reportSize: 1, reportCount: 7 },
        ],
      },
    ],
  },
]

class PluggedIn implements HidDevice {
  readonly productName = 'scanner'
  readonly collections = described
  readonly #listeners = new Set<(event: HidInputReport) => void>()
  opened = false
  isBusy = false
  open(): Promise<void> {
    if (this.isBusy) return Promise.reject(new Error('in use'))
    this.opened = true
    return Promise.resolve()
  }
  addEventListener(_: 'inputreport', listener: (event: HidInputReport) => void): void {
    this.#listeners.add(listener)
  }
  removeEventListener(_: 'inputreport', listener: (event: HidInputReport) => void): void {
    this.#listeners.delete(listener)
  }
  scan(text: string): void {
    const event = Object.assign(new Event('inputreport'), { reportId: 2, data: report(text) })
    for (const listener of this.#listeners) listener(event)
  }
}

describe('HID reports', () => {
  test('HID reports use the offsets the device declares, which usually match the defaults', () => {
    expect(reportLayouts(described)).toEqual(new Map([[2, defaultLayout]]))
    const shifted = [
      {
        children: [
          {
            inputReports: [
              {
                reportId: 7,
                items: [
                  { usages: [0xff45_0009], reportSize: 16, reportCount: 1 },
                  ...described[0]!.inputReports[0]!.items,
                ],
              },
            ],
          },
        ],
      },
    ]
    expect(reportLayouts(shifted).get(7)).toEqual({
      length: 2,
      aim: 3,
      data: 6,
      maxData: 56,
      continued: 64,
    })
  })

  test('HID reports return the code prefixed with its symbology and cut to its declared length', () => {
    const reports = new HidReports(described)
    expect(reports.take(2, report('8801234567893'))).toBe(']E08801234567893')
    // A short code that overwrites the start of a longer one in the report.
    expect(reports.take(2, report('96385074', ']E4'))).toBe(']E496385074')
  })

  test('HID reports join into one code while continued, separators included', () => {
    const reports = new HidReports(described)
    const long = `010880123456789310${'L'.repeat(20)}\u001d21${'S'.repeat(20)}`
    expect(reports.take(2, report(long.slice(0, 56), ']d2', true))).toBeUndefined()
    expect(reports.take(2, report(long.slice(56), ']d2'))).toBe(`]d2${long}`)
    expect(reports.take(2, report('A', '\0\0\0'))).toBe('A')
  })

  test('HID reports do not end a continued code if truncated, but may omit unneeded bytes', () => {
    const reports = new HidReports(described)
    expect(reports.take(2, report('HALF', ']d2', true))).toBeUndefined()
    expect(reports.take(2, new DataView(new ArrayBuffer(4)))).toBeUndefined()
    expect(reports.take(2, report('-WHOLE', ']d2'))).toBe(']d2HALF-WHOLE')
    const short = new DataView(report('A-1').buffer, 0, 62)
    expect(reports.take(2, short)).toBe(']E0A-1')
  })

  test('HID reports produce no scan if truncated, empty or of another report id', () => {
    const reports = new HidReports(described)
    expect(reports.take(5, report('8801234567893'))).toBeUndefined()
    expect(reports.take(2, new DataView(new ArrayBuffer(3)))).toBeUndefined()
    expect(reports.take(2, report(''))).toBeUndefined()
    expect(new HidReports([]).take(2, report('AB'))).toBe(']E0AB')
  })

  test('HID reports reach the reader of an open device until it stops', async () => {
    const device = new PluggedIn()
    const codes: string[] = []
    const stop = await readHid(device, (code) => codes.push(code))
    device.scan('A-1')
    expect([device.opened, codes]).toEqual([true, [']E0A-1']])
    stop()
    device.scan('A-2')
    await readHid(device, (code) => codes.push(code))
    device.scan('A-3')
    expect(codes).toEqual([']E0A-1', ']E0A-3'])
  })

  test('HID reports arrive once from a device that failed to open at first', async () => {
    const device = new PluggedIn()
    device.isBusy = true
    const codes: string[] = []
    const addCode = (code: string) => codes.push(code)
    await expect(readHid(device, addCode)).rejects.toThrow('in use')
    device.isBusy = false
    await readHid(device, addCode)
    device.scan('A-1')
    expect(codes).toEqual([']E0A-1'])
  })
})

describe('serial port', () => {
  test.each([
    ['8801\r', ['8801']],
    ['8801\r\n8802\r\n', ['8801', '8802']],
    ['A\tB\n', ['A', 'B']],
    ['\u0002]C10108801234567893\u0003', [']C10108801234567893']],
    ['10A\u001d21B\r', ['10A\u001d21B']],
    ['\r\n\r\n', []],
    ['half', []],
  ])('%j received from a serial port is read as %j', (sent, codes) => {
    expect(new SerialLines().take(getBytes(sent))).toEqual(codes)
  })

  test('data that arrives in pieces makes complete codes, including Hangul', () => {
    const lines = new SerialLines()
    const sent = [...new TextEncoder().encode('SJ-한빛-1\rSJ-2\r')]
    const codes = sent.flatMap((byte) => lines.take([byte]))
    expect(codes).toEqual(['SJ-한빛-1', 'SJ-2'])
  })

  test.each([
    ['that was unplugged has no stream', true],
    ['whose stream keeps failing is not retried forever', false],
  ])('a port %s: reading finishes and the port is closed', async (_, isOut) => {
    let hasFailed = false
    let closed = 0
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        hasFailed = true
        controller.error(new Error('lost'))
      },
    })
    const port: SerialPort = {
      get readable() {
        return hasFailed && isOut ? null : stream
      },
      open: () => Promise.reject(new Error('open already')),
      close: () => Promise.resolve(void (closed += 1)),
    }
    await readSerial(port, () => undefined)
    expect(closed).toBe(1)
  })

  test('reading opens the port, continues after noise and closes it at the end', async () => {
    let at = 0
    const reportStream = (text: string, isNoise: boolean) =>
      new ReadableStream<Uint8Array>(
        {
          start: (controller) => controller.enqueue(Uint8Array.from(getBytes(text))),
          pull: (controller) => {
            at += 1
            if (isNoise) controller.error(new Error('framing'))
            else controller.close()
          },
        },
        { highWaterMark: 0 },
      )
    const streams = [reportStream('8801\r88', true), reportStream('8802\r', false)]
    const rates: number[] = []
    let closed = 0
    const port: SerialPort = {
      get readable() {
        return rates.length === 0 ? null : (streams[at] ?? null)
      },
      open: ({ baudRate }) => Promise.resolve(void rates.push(baudRate)),
      close: () => Promise.resolve(void (closed += 1)),
    }
    const codes: string[] = []
    await readSerial(port, (code) => codes.push(code))
    // A disconnected port must be closed before it can be opened again.
    expect([codes, rates, closed]).toEqual([['8801', '8802'], [9600], 1])
  })
})
