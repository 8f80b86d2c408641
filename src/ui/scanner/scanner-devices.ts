import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { notify, type NoteKind } from '#ui/windows/notify.tsx'
import { hidApi, serialApi, type HidDevice, type SerialPort } from './device-apis.ts'
import { readHid, readSerial } from './device-scanners.ts'
import { SCANNER_PAGE } from './hid-report.ts'
import { createActiveWindow, type ActiveWindow } from './active-window.ts'
import { receiveScan } from './scanner.ts'

const unsupported = label(
  '이 브라우저는 스캐너를 직접 연결할 수 없습니다. Chrome이나 Edge를 HTTPS로 여세요.',
  'This browser cannot connect scanners directly. Use Chrome or Edge over HTTPS.',
)
const connected = label('스캐너를 연결했습니다', 'Scanner connected')
const disconnectedText = label(
  '스캐너 연결이 끊어졌습니다. 다시 연결하세요.',
  'Scanner disconnected. Plug it in again.',
)
const noneSelected = label('스캐너를 선택하지 않았습니다.', 'No scanner selected.')
const deviceBlockedText = label(
  '브라우저가 이 사이트의 장치 사용을 차단했습니다. 주소창의 사이트 설정에서 허용하세요.',
  'The browser blocks devices for this site. Allow them in the site settings.',
)
const deviceInUseText = label(
  '스캐너를 열지 못했습니다. 사용 중인 다른 프로그램을 닫고 다시 연결하세요.',
  'The scanner could not be opened. Close the program using it, then connect again.',
)
const keyboardModeHint = label(
  '키보드 방식 스캐너는 계속 사용할 수 있습니다.',
  'Keyboard scanners still work.',
)

type DeviceMessage =
  | { readonly code: string }
  | { readonly kind: NoteKind; readonly text: string }
  | 'allowed'

/** Only one window reads the devices, because two would count every scan twice. */
const LOCK = 'wms-scanner-devices'

const stopByDevice = new Map<HidDevice | SerialPort, () => void>()
let activeWindow: ActiveWindow<DeviceMessage> | undefined
let isReader = false

function receiveMessage(news: DeviceMessage): void {
  if (news === 'allowed') void (isReader && startPermittedDevices())
  else if ('code' in news) receiveScan(news.code)
  else notify(news.kind, news.text)
}

function showInActiveWindow(kind: NoteKind, text: Label, more = ''): void {
  const message = more === '' ? t(text) : `${t(text)}: ${more}`
  if (activeWindow) activeWindow.deliver({ kind, text: message })
  else notify(kind, message)
}

function showDeviceError(error: unknown): void {
  const name = error instanceof DOMException ? error.name : ''
  // NotFoundError means that the user closed the device picker.
  const why =
    name === 'NotFoundError'
      ? noneSelected
      : name === 'SecurityError'
        ? deviceBlockedText
        : deviceInUseText
  const more =
    why === deviceInUseText ? ` (${error instanceof Error ? error.message : String(error)})` : ''
  showInActiveWindow(
    'warn',
    label(`${why.ko} ${keyboardModeHint.ko}${more}`, `${why.en} ${keyboardModeHint.en}${more}`),
  )
}

const sendCode = (code: string): void => activeWindow?.deliver({ code })

async function startHid(device: HidDevice, isNew: boolean): Promise<void> {
  if (stopByDevice.has(device)) return
  stopByDevice.set(device, () => undefined)
  try {
    stopByDevice.set(device, await readHid(device, sendCode))
    if (isNew) showInActiveWindow('success', connected, device.productName)
  } catch (error) {
    stopByDevice.delete(device)
    showDeviceError(error)
  }
}

async function startSerial(port: SerialPort, isNew: boolean): Promise<void> {
  if (stopByDevice.has(port)) return
  stopByDevice.set(port, () => undefined)
  try {
    await readSerial(port, sendCode, () => isNew && showInActiveWindow('success', connected))
    showInActiveWindow('warn', disconnectedText)
  } catch (error) {
    showDeviceError(error)
  } finally {
    stopByDevice.delete(port)
  }
}

/** Stops reading a disconnected device. After reconnecting, the same object can be read again. */
function stopDevice(device: HidDevice): void {
  const stop = stopByDevice.get(device)
  if (!stop) return
  stop()
  stopByDevice.delete(device)
  showInActiveWindow('warn', disconnectedText, device.productName)
}

async function startPermittedDevices(isNew = true): Promise<void> {
  try {
    for (const device of (await hidApi()?.getDevices()) ?? []) await startHid(device, isNew)
    for (const port of (await serialApi()?.getPorts()) ?? []) void startSerial(port, isNew)
  } catch (error) {
    showDeviceError(error)
  }
}

export async function connectDevice(kind: 'hid' | 'serial'): Promise<void> {
  const hid = hidApi()
  const serial = serialApi()
  try {
    if (kind === 'hid' ? !hid : !serial) return showUnsupported()
    if (kind === 'serial') await serial?.requestPort()
    const filters = [{ usagePage: SCANNER_PAGE }]
    const chosen = kind === 'hid' ? await hid?.requestDevice({ filters }) : undefined
    if (chosen?.length === 0) return showInActiveWindow('info', noneSelected)
    if (isReader) await startPermittedDevices()
    else activeWindow?.broadcast('allowed')
  } catch (error) {
    showDeviceError(error)
  }
}

function showUnsupported(): void {
  showInActiveWindow(
    'warn',
    label(`${unsupported.ko} ${keyboardModeHint.ko}`, `${unsupported.en} ${keyboardModeHint.en}`),
  )
}

/**
 * Reads all allowed scanners, also after reconnecting, unless another window does. Sends scans to
 * the window in use.
 */
export function resumeDevices(): void {
  if (activeWindow || (!hidApi() && !serialApi())) return
  activeWindow = createActiveWindow(receiveMessage)
  const read = async (): Promise<void> => {
    isReader = true
    const listen = (): void => void startPermittedDevices()
    hidApi()?.addEventListener('connect', listen)
    hidApi()?.addEventListener('disconnect', ({ device }) => stopDevice(device))
    serialApi()?.addEventListener('connect', listen)
    await startPermittedDevices(false)
    // Hold the lock until the window closes.
    await new Promise(() => undefined)
  }
  navigator.locks.request(LOCK, read).catch(showDeviceError)
}
