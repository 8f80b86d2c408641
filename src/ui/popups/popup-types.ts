import type { ComponentType } from 'react'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

export interface PopupPage {
  readonly fullScreen?: boolean
  load(): Promise<ComponentType<PopupPageProps>>
}

const lazyPopups =
  <N extends string>(file: () => Promise<Readonly<Record<N, ComponentType<PopupPageProps>>>>) =>
  (name: N): PopupPage => ({ load: async () => (await file())[name] })

const listPopups = lazyPopups(() => import('./list-popups.tsx'))
const addRecordPopups = lazyPopups(() => import('./add-record-popups.tsx'))
const attachFilePopup = lazyPopups(() => import('./attach-file-popup.tsx'))
const scmPopups = lazyPopups(() => import('./scm-popups.tsx'))

export const popupPages: Readonly<Record<string, PopupPage>> = {
  CommonPopup: listPopups('CommonPopup'),
  StockQtyPopup: listPopups('StockQtyPopup'),
  CmsCommonPopup: listPopups('CmsCommonPopup'),
  CmsDocumentPopup: listPopups('CmsDocumentPopup'),
  CmsReportPopup: listPopups('CmsReportPopup'),
  CmsCustomerPopup: listPopups('CustomerPopup'),
  CmsCorpPopup: listPopups('CorpPopup'),
  CmsOrganizationPopup: listPopups('OrganizationPopup'),
  mdmCustomerCdPopup: listPopups('CustomerPopup'),
  CmsCustomerAbbrPopup: listPopups('CustomerAbbreviationPopup'),
  CmsExchangeRatePopup: listPopups('ExchangeRatePopup'),
  CmsSchedulerPopup: lazyPopups(() => import('./scheduler-popup.tsx'))('SchedulerPopup'),
  CmsUsedPhrasePopup: lazyPopups(() => import('./phrase-popup.tsx'))('PhrasePopup'),
  AddShipToPopup: addRecordPopups('AddShipToPopup'),
  AddShipToSamplePopup: addRecordPopups('AddShipToSamplePopup'),
  AddStockSamplePopup: addRecordPopups('AddStockSamplePopup'),
  AttachFilePopup: attachFilePopup('AttachFilePopup'),
  OutAttachFilePopup: attachFilePopup('OutAttachFilePopup'),
  InventoryAdjustPopup: lazyPopups(() => import('./adjust-popup.tsx'))('InventoryAdjustPopup'),
  ScmInputPopup: scmPopups('ScmInputPopup'),
  ScmReceiptPopup: scmPopups('ScmReceiptPopup'),
  ScmShipmentPopup: scmPopups('ScmShipmentPopup'),
  UserRolePopup: lazyPopups(() => import('./user-role-popup.tsx'))('UserRolePopup'),
  SendEmailPopup: lazyPopups(() => import('./send-email-popup.tsx'))('SendEmailPopup'),
  InputTextBoxPopup: lazyPopups(() => import('./text-popup.tsx'))('TextPopup'),
  OzReportPopup: {
    ...lazyPopups(() => import('./report-popup.tsx'))('ReportPopup'),
    fullScreen: true,
  },
}
