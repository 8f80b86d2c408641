import { screenGuides } from '#kernel/screen-guide.ts'

export const chartGuides = screenGuides([
  [
    'WInventoryByLot',
    '로트별 재고를 차트로 봅니다. 막대를 선택하고 열면 상세로 이동합니다.',
    'Shows stock by lot as a chart. Select a bar and open it for details.',
    '',
    'InventoryByLot',
  ],
  [
    'WInventoryByStock',
    '품목별 재고를 차트로 봅니다. 막대를 선택하고 열면 상세로 이동합니다.',
    'Shows stock by item as a chart. Select a bar and open it for details.',
    '',
    'InventoryByStock',
  ],
  [
    'WReceiptReport',
    '입고 추이를 차트로 봅니다. 날짜를 선택하고 열면 그날의 입고로 이동합니다.',
    'Shows receipts over time as a chart. Select a date and open its receipts.',
    '',
    'ReceiptReport',
  ],
  [
    'WReceiptReportByStock',
    '품목별 입고를 차트로 봅니다. 막대를 선택하고 열면 상세로 이동합니다.',
    'Shows receipts by item as a chart. Select a bar and open it for details.',
    'ReceiptReportByStock',
    'ReceiptReport',
  ],
  [
    'WShipmentReport',
    '출고 추이를 차트로 봅니다. 날짜를 선택하고 열면 그날의 출고로 이동합니다.',
    'Shows shipments over time as a chart. Select a date and open its shipments.',
    '',
    'ShipmentReport',
  ],
  [
    'WShipmentReportByStock',
    '품목별 출고를 차트로 봅니다. 막대를 선택하고 열면 상세로 이동합니다.',
    'Shows shipments by item as a chart. Select a bar and open it for details.',
    'ShipmentReportByStock',
    'ShipmentReport',
  ],
  [
    'WWorkHistory',
    '시간대별 작업량을 차트로 봅니다. 칸을 선택하고 열면 작업 내역이 표시됩니다.',
    'Shows work by hour as a chart. Select a square and open its work.',
    '',
    'WorkerReport',
  ],
])
