import type { HidCollection } from './hid-report.ts'

export interface HidInputReport extends Event {
  readonly reportId: number
  readonly data: DataView
}

export interface HidDevice {
  addEventListener(type: 'inputreport', listener: (event: HidInputReport) => void): void
  removeEventListener(type: 'inputreport', listener: (event: HidInputReport) => void): void
  readonly productName: string
  readonly opened: boolean
  readonly collections: readonly HidCollection[]
  open(): Promise<void>
}

export interface SerialPort {
  readonly readable: ReadableStream<Uint8Array> | null
  open(options: { readonly baudRate: number }): Promise<void>
  close(): Promise<void>
}

interface HidApi {
  getDevices(): Promise<HidDevice[]>
  requestDevice(options: { filters: { usagePage: number }[] }): Promise<HidDevice[]>
  addEventListener(
    type: 'connect' | 'disconnect',
    listener: (event: Event & { readonly device: HidDevice }) => void,
  ): void
}

interface SerialApi {
  getPorts(): Promise<SerialPort[]>
  requestPort(): Promise<SerialPort>
  addEventListener(type: 'connect', listener: (event: Event) => void): void
}

function getNavigatorApi<T>(name: string): T | undefined {
  const found: unknown = typeof navigator === 'object' ? Reflect.get(navigator, name) : undefined
  return typeof found === 'object' && found !== null ? (found as T) : undefined
}

/** WebHID, available in Chromium over HTTPS or on localhost. */
export const hidApi = (): HidApi | undefined => getNavigatorApi<HidApi>('hid')

export const serialApi = (): SerialApi | undefined => getNavigatorApi<SerialApi>('serial')
