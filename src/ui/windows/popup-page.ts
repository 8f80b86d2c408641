import type { WireRow } from '#kernel/field.ts'
import type { FailingPopupProps } from './popup-stack.ts'

export interface PopupPageProps extends FailingPopupProps<WireRow> {
  readonly input: WireRow
}

export interface PopupSize {
  readonly width: number
  readonly height: number
}

const sizes: Readonly<Record<string, PopupSize>> = {
  CommonPopup: { width: 600, height: 600 },
  StockQtyPopup: { width: 700, height: 600 },
  ChangeMe: { width: 800, height: 300 },
  ScmReceiptPopup: { width: 1080, height: 600 },
  ScmShipmentPopup: { width: 1080, height: 600 },
}

/** Size of a popup by route, 800 × 600 unless the spec says otherwise (§2, §9). */
export function popupSize(route: string): PopupSize {
  return sizes[route] ?? { width: 800, height: 600 }
}
