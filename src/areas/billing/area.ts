import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const billingArea: Area = {
  name: 'billing',
  title: label('정산', 'Billing'),
  menus: [
    menuGroup('bil', label('정산', 'Billing'), 'bil', [
      ['InOutReportByDay', 'IORD', '일별 입출고현황', 'In and out by day'],
      ['InOutReportByMonth', 'IORM', '월별 입출고현황', 'In and out by month'],
      ['DaySearch', 'IOSD', '입출고 일별조회', 'In and out search by day', 'InOutReportSearch'],
      ['MonthSearch', 'IOSM', '입출고 월별조회', 'In and out search by month', 'InOutReportSearch'],
      ['InvenReportByDay', 'IVRD', '일별 재고현황', 'Stock balance by day'],
      ['StockReportByDay', 'SRD', '일별 품목수불', 'Item ledger by day'],
      ['StockReportByMonth', 'SRM', '월별 품목수불', 'Item ledger by month'],
      ['StockCBMByDay', 'CBMD', '일별 품목 CBM', 'Item CBM by day'],
      ['StockCBMByMonth', 'CBMM', '월별 품목 CBM', 'Item CBM by month'],
      ['RealReceiptReport', 'RRR', '실입고내역', 'Actual receipts'],
      ['RealShipmentReport', 'RSR', '실출고내역', 'Actual shipments'],
      ['RealShipmentReportByStock', 'RSRS', '품목별 실출고내역', 'Actual shipments by item'],
      ['InventoryAdjustReport', 'IAR', '재고조정내역', 'Stock adjustments'],
      ['BillMonth', 'BMON', '월 마감', 'Month end'],
      ['ChargeList', 'BCHG', '청구내역', 'Charges'],
      ['UnbilledWork', 'BUNB', '미청구 작업', 'Unbilled work'],
      ['ChargeUpload', 'BHND', '수기청구등록', 'Manual charges'],
      ['Invoice', 'BINV', '청구서', 'Invoices'],
      ['InvoiceStatement', 'BSTM', '거래명세서', 'Statements'],
      ['TaxInvoiceSheet', 'BTAX', '세금계산서 자료', 'Tax invoice data'],
      ['PaymentUpload', 'BPAY', '입금등록', 'Enter payments'],
      ['PaymentMatch', 'BMAT', '입금매칭', 'Match payments'],
      ['Receivable', 'BREC', '미수금', 'Receivables'],
      ['BillingTerms', 'BTRM', '청구조건', 'Billing terms'],
      ['PriceTrial', 'BTRY', '새 단가 시험', 'Price trial'],
      ['PriceRerate', 'BRER', '재계산', 'Re-rate'],
      ['CInvoice', 'CINV', '고객 청구서', 'Invoices for customers'],
    ]),
  ],
}
