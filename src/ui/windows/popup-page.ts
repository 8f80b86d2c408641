import type { WireRow } from '#kernel/field.ts'
import type { FailingPopupProps } from './popup-stack.ts'

/** What a popup that is opened by its route is given. */
export interface PopupPageProps extends FailingPopupProps<WireRow> {
  /** What the caller hands over: codes that narrow a list, a text to start from. */
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
  // Lines of an order, with as much of each as is typed.
  ScmReceiptPopup: { width: 1080, height: 600 },
  ScmShipmentPopup: { width: 1080, height: 600 },
}

/** The size of a popup by its route; 800 × 600 where the spec says nothing else (§2, §9). */
export function popupSize(route: string): PopupSize {
  return sizes[route] ?? { width: 800, height: 600 }
}
