import { label, type Label } from '#kernel/label.ts'
import { t } from '../language.ts'
import { notify } from '../popups/notify.tsx'
import { hidApi, serialApi, type HidDevice, type SerialPort } from '../scanner/device-apis.ts'
import { readHid, readSerial } from '../scanner/device-scanners.ts'
import { SCANNER_PAGE } from '../scanner/hid-report.ts'
import { scanRouter } from './scanner.ts'

const unsupported = label(
  '이 브라우저는 스캐너를 직접 연결할 수 없습니다. Chrome이나 Edge를 HTTPS로 여세요. 키보드 방식 스캐너는 그대로 쓸 수 있습니다.',
  'This browser cannot connect scanners itself: use Chrome or Edge over HTTPS. Keyboard scanners work as they are.',
)
const connected = label('스캐너를 연결했습니다', 'The scanner is connected')
const gone = label('스캐너 연결이 끊어졌습니다', 'The scanner is no longer connected')

/** Devices that are being read, so that none is read twice. */
const reading = new Set<HidDevice | SerialPort>()

const receive = (code: string): void => void scanRouter.receive(code)

async function takeHid(device: HidDevice): Promise<void> {
  if (reading.has(device)) return
  reading.add(device)
  try {
    await readHid(device, receive)
  } catch (error) {
    reading.delete(device)
    throw error
  }
}

async function takeSerial(port: SerialPort, opened: () => void = () => {}): Promise<void> {
  if (reading.has(port)) return
  reading.add(port)
  try {
    await readSerial(port, receive, opened)
    say('warn', gone)
  } finally {
    reading.delete(port)
  }
}

function say(kind: 'success' | 'warn', text: Label, more = ''): void {
  notify(kind, more === '' ? t(text) : `${t(text)}: ${more}`)
}

/** Asks the user which scanner, and reads it from now on; a browser that cannot says so. */
export async function connectDevice(kind: 'hid' | 'serial'): Promise<void> {
  try {
    await (kind === 'hid' ? chooseHid() : choosePort())
  } catch (error) {
    // The user closed the browser's list without a choice.
    if (error instanceof DOMException && error.name === 'NotFoundError') return
    say('warn', label('연결하지 못했습니다', 'Not connected'), String(error))
  }
}

async function chooseHid(): Promise<void> {
  const hid = hidApi()
  if (!hid) return say('warn', unsupported)
  const devices = await hid.requestDevice({ filters: [{ usagePage: SCANNER_PAGE }] })
  for (const device of devices) {
    await takeHid(device)
    say('success', connected, device.productName)
  }
}

async function choosePort(): Promise<void> {
  const serial = serialApi()
  if (!serial) return say('warn', unsupported)
  const port = await serial.requestPort()
  await takeSerial(port, () => say('success', connected))
}

/** Reads every scanner the user has allowed before, and those plugged in again later. */
export function resumeDevices(): void {
  const ignore = (): undefined => undefined
  const hid = hidApi()
  const serial = serialApi()
  const allHid = async (): Promise<void> => {
    for (const device of (await hid?.getDevices()) ?? []) await takeHid(device)
  }
  const allPorts = async (): Promise<void> => {
    for (const port of (await serial?.getPorts()) ?? []) takeSerial(port).catch(ignore)
  }
  // A device another window has open is read there.
  allHid().catch(ignore)
  allPorts().catch(ignore)
  hid?.addEventListener('connect', () => void allHid().catch(ignore))
  serial?.addEventListener('connect', () => void allPorts().catch(ignore))
}
