import type { ComponentType } from 'react'
import type { WireRow } from '#kernel/field.ts'
import type { FailingPopupProps } from '#ui/windows/popup-stack.ts'

/** What a popup that is opened by its route is given. */
export interface PopupPageProps extends FailingPopupProps<WireRow> {
  /** What the caller hands over: codes that narrow a list, a text to start from. */
  readonly input: WireRow
}

export interface PopupSize {
  readonly width: number
  readonly height: number
}

/** A popup that can be opened by its route. */
export interface PopupPage {
  /** May fill the window. */
  readonly fullScreen?: boolean
  load(): Promise<ComponentType<PopupPageProps>>
}

const sizes: Readonly<Record<string, PopupSize>> = {
  CommonPopup: { width: 600, height: 600 },
  StockQtyPopup: { width: 700, height: 600 },
  ChangeMe: { width: 800, height: 300 },
}

/** The size of a popup by its route; 800 × 600 where the spec says nothing else (§2, §9). */
export function popupSize(route: string): PopupSize {
  return sizes[route] ?? { width: 800, height: 600 }
}

/** Popups with a page behind their route. */
export const popupPages: Readonly<Record<string, PopupPage>> = {
  CommonPopup: { load: async () => (await import('./list-popups.tsx')).CommonPopup },
  StockQtyPopup: { load: async () => (await import('./list-popups.tsx')).StockQtyPopup },
  CmsCommonPopup: { load: async () => (await import('./list-popups.tsx')).CmsCommonPopup },
  CmsDocumentPopup: { load: async () => (await import('./list-popups.tsx')).CmsDocumentPopup },
  CmsReportPopup: { load: async () => (await import('./list-popups.tsx')).CmsReportPopup },
  CmsUsedPhrasePopup: { load: async () => (await import('./phrase-popup.tsx')).PhrasePopup },
  AddShipToPopup: { load: async () => (await import('./add-record-popups.tsx')).AddShipToPopup },
  AddShipToSamplePopup: {
    load: async () => (await import('./add-record-popups.tsx')).AddShipToSamplePopup,
  },
  AddStockSamplePopup: {
    load: async () => (await import('./add-record-popups.tsx')).AddStockSamplePopup,
  },
  AttachFilePopup: { load: async () => (await import('./attach-file-popup.tsx')).AttachFilePopup },
  OutAttachFilePopup: {
    load: async () => (await import('./attach-file-popup.tsx')).OutAttachFilePopup,
  },
  InventoryAdjustPopup: {
    load: async () => (await import('./adjust-popup.tsx')).InventoryAdjustPopup,
  },
  UserRolePopup: { load: async () => (await import('./user-role-popup.tsx')).UserRolePopup },
  SendEmailPopup: { load: async () => (await import('./send-email-popup.tsx')).SendEmailPopup },
  InputTextBoxPopup: { load: async () => (await import('#ui/windows/text-popup.tsx')).TextPopup },
  OzReportPopup: {
    fullScreen: true,
    load: async () => (await import('./report-popup.tsx')).ReportPopup,
  },
}
