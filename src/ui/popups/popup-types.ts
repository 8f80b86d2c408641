import type { ComponentType } from 'react'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

/** A popup that can be opened by its route. */
export interface PopupPage {
  /** May fill the window. */
  readonly fullScreen?: boolean
  load(): Promise<ComponentType<PopupPageProps>>
}

/** Popups with a page behind their route. */
export const popupPages: Readonly<Record<string, PopupPage>> = {
  CommonPopup: { load: async () => (await import('./list-popups.tsx')).CommonPopup },
  StockQtyPopup: { load: async () => (await import('./list-popups.tsx')).StockQtyPopup },
  CmsCommonPopup: { load: async () => (await import('./list-popups.tsx')).CmsCommonPopup },
  CmsDocumentPopup: { load: async () => (await import('./list-popups.tsx')).CmsDocumentPopup },
  CmsReportPopup: { load: async () => (await import('./list-popups.tsx')).CmsReportPopup },
  CmsCustomerPopup: { load: async () => (await import('./list-popups.tsx')).CustomerPopup },
  CmsCorpPopup: { load: async () => (await import('./list-popups.tsx')).CorpPopup },
  CmsOrganizationPopup: {
    load: async () => (await import('./list-popups.tsx')).OrganizationPopup,
  },
  mdmCustomerCdPopup: { load: async () => (await import('./list-popups.tsx')).CustomerPopup },
  CmsCustomerAbbrPopup: {
    load: async () => (await import('./list-popups.tsx')).CustomerAbbreviationPopup,
  },
  CmsExchangeRatePopup: {
    load: async () => (await import('./list-popups.tsx')).ExchangeRatePopup,
  },
  CmsSchedulerPopup: { load: async () => (await import('./scheduler-popup.tsx')).SchedulerPopup },
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
  ScmInputPopup: { load: async () => (await import('./scm-popups.tsx')).ScmInputPopup },
  ScmReceiptPopup: { load: async () => (await import('./scm-popups.tsx')).ScmReceiptPopup },
  ScmShipmentPopup: { load: async () => (await import('./scm-popups.tsx')).ScmShipmentPopup },
  UserRolePopup: { load: async () => (await import('./user-role-popup.tsx')).UserRolePopup },
  SendEmailPopup: { load: async () => (await import('./send-email-popup.tsx')).SendEmailPopup },
  InputTextBoxPopup: { load: async () => (await import('./text-popup.tsx')).TextPopup },
  OzReportPopup: {
    fullScreen: true,
    load: async () => (await import('./report-popup.tsx')).ReportPopup,
  },
}
