import { describe, expect, test } from 'vitest'
import type { HidDevice, SerialPort } from '#ui/scanner/device-apis.ts'
import { readHid, readSerial } from '#ui/scanner/device-scanners.ts'
import { HidReports, reportLayouts, usualLayout } from '#ui/scanner/hid-report.ts'
import { SerialLines } from '#ui/scanner/serial-lines.ts'

const bytesOf = (text: string): number[] => Array.from(text, (each) => each.charCodeAt(0))

/** A report as Honeywell, Zebra and Datalogic send it: length, AIM, 56 of data, three more. */
function report(text: string, aim = ']E0', continues = false): DataView {
  const bytes = new Uint8Array(63)
  bytes.set([text.length, ...bytesOf(aim), ...bytesOf(text)])
  bytes[62] = continues ? 1 : 0
  return new DataView(bytes.buffer)
}

/** The description a device gives of that report. */
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

/** A device as the browser hands it out. */
class PluggedIn extends EventTarget implements HidDevice {
  readonly productName = 'scanner'
  readonly collections = described
  opened = false
  open(): Promise<void> {
    this.opened = true
    return Promise.resolve()
  }
}

describe('HID reports', () => {
  test('are read where the device says its data stand, which is where most have them', () => {
    expect(reportLayouts(described)).toEqual(new Map([[2, usualLayout]]))
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
      dataMax: 56,
      continued: 64,
    })
  })

  test('give the code with its symbology in front, and only what its length counts', () => {
    const reports = new HidReports(described)
    expect(reports.take(2, report('8801234567893'))).toBe(']E08801234567893')
    // A short code over the rest of a long one.
    expect(reports.take(2, report('96385074', ']E4'))).toBe(']E496385074')
  })

  test('that go on make one code, separators in it', () => {
    const reports = new HidReports(described)
    const long = `010880123456789310${'L'.repeat(20)}\u001d21${'S'.repeat(20)}`
    expect(reports.take(2, report(long.slice(0, 56), ']d2', true))).toBeUndefined()
    expect(reports.take(2, report(long.slice(56), ']d2'))).toBe(`]d2${long}`)
    expect(reports.take(2, report('A', '\0\0\0'))).toBe('A')
  })

  test('of another kind, and cut ones, are no scans', () => {
    const reports = new HidReports(described)
    expect(reports.take(5, report('8801234567893'))).toBeUndefined()
    expect(reports.take(2, new DataView(new ArrayBuffer(3)))).toBeUndefined()
    expect(reports.take(2, report(''))).toBeUndefined()
    expect(new HidReports([]).take(2, report('AB'))).toBe(']E0AB')
  })

  test('from an open device reach whoever reads it', async () => {
    const device = new PluggedIn()
    const codes: string[] = []
    await readHid(device, (code) => codes.push(code))
    const event = Object.assign(new Event('inputreport'), { reportId: 2, data: report('A-1') })
    device.dispatchEvent(event)
    expect([device.opened, codes]).toEqual([true, [']E0A-1']])
  })
})

describe('a serial line', () => {
  test.each([
    ['8801\r', ['8801']],
    ['8801\r\n8802\r\n', ['8801', '8802']],
    ['A\tB\n', ['A', 'B']],
    ['\u0002]C10108801234567893\u0003', [']C10108801234567893']],
    ['10A\u001d21B\r', ['10A\u001d21B']],
    ['\r\n\r\n', []],
    ['half', []],
  ])('%j is %j', (sent, codes) => {
    expect(new SerialLines().take(bytesOf(sent))).toEqual(codes)
  })

  test('that comes in pieces makes whole codes, Hangul among them', () => {
    const lines = new SerialLines()
    const sent = [...new TextEncoder().encode('SJ-한빛-1\rSJ-2\r')]
    const codes = sent.flatMap((byte) => lines.take([byte]))
    expect(codes).toEqual(['SJ-한빛-1', 'SJ-2'])
  })

  test('is opened, read to its end, and read on after noise', async () => {
    let at = 0
    const stream = (text: string, isNoise: boolean) =>
      new ReadableStream<Uint8Array>(
        {
          start: (controller) => controller.enqueue(Uint8Array.from(bytesOf(text))),
          pull: (controller) => {
            at += 1
            if (isNoise) controller.error(new Error('framing'))
            else controller.close()
          },
        },
        { highWaterMark: 0 },
      )
    const streams = [stream('8801\r88', true), stream('8802\r', false)]
    const rates: number[] = []
    const port: SerialPort = {
      get readable() {
        return rates.length === 0 ? null : (streams[at] ?? null)
      },
      open: ({ baudRate }) => Promise.resolve(void rates.push(baudRate)),
    }
    const codes: string[] = []
    await readSerial(port, (code) => codes.push(code))
    expect([codes, rates]).toEqual([['8801', '8802'], [9600]])
  })
})
