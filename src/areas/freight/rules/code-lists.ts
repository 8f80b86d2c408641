import { label, type CodeLists, type Label } from '#kernel/label.ts'
import { billStatus, type BillStatus } from './bill-status.ts'
import { priceStatus, type PriceStatus } from './price-status.ts'

/** Rounding modes, numbered as in spec §9. */
export const roundingNames = {
  1: label('소수 둘째 자리 절사 후 반올림', 'Floor to 1 decimal, then round'),
  2: label('소수점 이하 절사', 'Floor'),
  3: label('10원 단위 반올림', 'Round to tens'),
  4: label('10원 미만 절사', 'Floor to tens'),
  5: label('원 단위 반올림 후 10원 미만 절사', 'Round to one, then floor to tens'),
  7: label('소수점 이하 올림', 'Ceiling'),
  11: label('소수 둘째 자리까지', 'Two decimals'),
  21: label('소수 셋째 자리까지', 'Three decimals'),
  22: label('소수 셋째 자리 미만 절사', 'Floor to three decimals'),
  23: label('소수 셋째 자리로 반올림', 'Round to three decimals'),
  24: label('반올림', 'Round'),
} as const satisfies Readonly<Record<number, Label>>

export const freightCodeLists = {
  'transport-mode': {
    SEA: label('해상', 'Sea'),
    AIR: label('항공', 'Air'),
    ROAD: label('육상', 'Road'),
    ANY: label('공통', 'Any'),
  },
  'port-type': {
    SEA: label('항구', 'Port'),
    AIR: label('공항', 'Airport'),
    BOTH: label('항구·공항', 'Both'),
    LAND: label('내륙', 'Inland'),
  },
  'package-source': { REC21: label('UN Rec 21', 'UN Rec 21'), CUSTOMS: label('세관', 'Customs') },
  // Direction of a transport relative to the home country (spec §9 lists the codes).
  'freight-division': {
    IN: label('수입', 'Inbound'),
    IT: label('통과화물', 'In transit'),
    DI: label('국내', 'Domestic inland'),
    OP: label('수출', 'Outbound'),
    OS: label('삼국간', 'Overseas, cross trade'),
  },
  'freight-basis': {
    BL: label('B/L당', 'Per B/L'),
    CNTR: label('컨테이너당', 'Per container'),
    RT: label('R/T당', 'Per revenue ton'),
    KG: label('운임중량 kg당', 'Per chargeable kg'),
    VALUE: label('금액 %', 'Per cent of value'),
  },
  'freight-side': { SELL: label('매출', 'Revenue'), BUY: label('매입', 'Cost') },
  'freight-origin': { TARIFF: label('단가', 'Tariff'), TYPED: label('입력', 'Typed') },
  'freight-vat': {
    TAX: label('과세', 'Taxed'),
    ZERO: label('영세율', 'Zero-rated'),
    FREE: label('면세', 'Exempt'),
  },
  'freight-pay': { PREPAID: label('선불', 'Prepaid'), COLLECT: label('착불', 'Collect') },
  'shed-type': {
    CY: label('CY', 'CY'),
    CFS: label('CFS', 'CFS'),
    BONDED: label('보세창고', 'Bonded'),
    AIR: label('항공화물', 'Air cargo'),
    GENERAL: label('일반창고', 'General'),
  },
  'rate-kind': {
    CUS_EXP: label('관세청 수출', 'Customs, export'),
    CUS_IMP: label('관세청 수입', 'Customs, import'),
    BASE: label('매매기준율', 'Base rate'),
    TTS: label('전신환매도', 'TT selling'),
    TTB: label('전신환매입', 'TT buying'),
  },
  // Date whose exchange rate a payer agreed on.
  'rate-day': {
    DEPART: label('출항일', 'Departure'),
    ARRIVE: label('도착일', 'Arrival'),
    BOOK: label('부킹일', 'Booking date'),
    ISSUE: label('작성일자', 'Issue date'),
  },
  'phrase-use': {
    ANY: label('공통', 'Anywhere'),
    MAIL: label('메일', 'Mail'),
    BL: label('B/L', 'B/L'),
    REMARK: label('비고', 'Remark'),
    BOOKING: label('부킹', 'Booking'),
  },
  'customer-place': {
    HEAD: label('본사', 'Head office'),
    BRANCH: label('지점', 'Branch'),
    PICKUP: label('상차지', 'Pick-up'),
    DELIVERY: label('하차지', 'Drop-off'),
    BILL: label('청구지', 'Billing'),
    CONTACT: label('담당자', 'Contact'),
  },
  'load-kind': { FCL: label('FCL', 'FCL'), LCL: label('LCL', 'LCL'), AIR: label('항공', 'Air') },
  'service-term': {
    CY: label('CY', 'CY'),
    CFS: label('CFS', 'CFS'),
    SD: label('도어', 'Door'),
  },
  // DCSA booking v2.
  'booking-state': {
    RECEIVED: label('요청', 'Received'),
    PENDING_UPDATE: label('보완요청', 'Pending update'),
    UPDATE_RECEIVED: label('보완접수', 'Update received'),
    CONFIRMED: label('확정', 'Confirmed'),
    PENDING_AMENDMENT: label('변경요청', 'Pending amendment'),
    REJECTED: label('반려', 'Rejected'),
    DECLINED: label('확정취소', 'Declined'),
    CANCELLED: label('취소', 'Cancelled'),
    COMPLETED: label('완료', 'Completed'),
  },
  // Runs in parallel to the status of a confirmed booking (DCSA booking v2).
  'booking-amendment': {
    NONE: label('없음', 'None'),
    AMENDMENT_RECEIVED: label('변경접수', 'Amendment received'),
    AMENDMENT_CONFIRMED: label('변경확정', 'Amendment confirmed'),
    AMENDMENT_DECLINED: label('변경거절', 'Amendment declined'),
    CANCELLATION_RECEIVED: label('취소접수', 'Cancellation received'),
    CANCELLATION_DECLINED: label('취소거절', 'Cancellation declined'),
  },
  // Cut-offs by column name (DCSA booking v2).
  'booking-cutoff': {
    DCO: label('서류', 'Documents'),
    VCO: label('VGM', 'VGM'),
    FCO: label('FCL 반입', 'Full container'),
    LCO: label('LCL 반입', 'LCL cargo'),
    ERO: label('공컨 반납', 'Empty return'),
  },
  'booking-event': {
    STATE: label('상태', 'Status'),
    AMENDMENT: label('변경·취소', 'Amendment'),
    ROLL_OVER: label('이월', 'Roll-over'),
    MILESTONE: label('진행', 'Milestone'),
  },
  'my-page-kind': {
    SESSION: label('접속', 'Session'),
    IMPORT: label('가져오기', 'Import'),
    CHANGE: label('저장', 'Save'),
    JOB: label('작업', 'Job'),
    EXPORT: label('내보내기', 'Export'),
    SETTING: label('키·보기 설정', 'Keys and views'),
  },
  'bill-kind': {
    MBL: label('마스터 B/L', 'Master B/L'),
    HBL: label('하우스 B/L', 'House B/L'),
    MAWB: label('마스터 AWB', 'Master AWB'),
    HAWB: label('하우스 AWB', 'House AWB'),
  },
  'bill-state': {
    [billStatus.draft]: label('초안', 'Draft'),
    [billStatus.confirmed]: label('확정', 'Confirmed'),
    [billStatus.cancelled]: label('취소', 'Cancelled'),
  } satisfies Readonly<Record<BillStatus, Label>>,
  'bl-kind': {
    ORIGINAL: label('원본', 'Original'),
    SURRENDER: label('서렌더', 'Surrendered'),
    WAYBILL: label('해상화물운송장', 'Sea waybill'),
  },
  'site-purpose': {
    SCHEDULE: label('스케줄', 'Schedule'),
    TRACKING: label('화물추적', 'Tracking'),
    SI: label('S/I', 'Shipping instruction'),
    DO: label('D/O', 'Delivery order'),
    OTHER: label('기타', 'Other'),
  },
  'price-basis': {
    WORK: label('작업', 'Work'),
    DAY_END: label('일말 재고', 'Day end'),
    DAY_START: label('일초 재고', 'Day start'),
    DAY_PEAK: label('일 최대', 'Day peak'),
    AVERAGE: label('월 평균', 'Month average'),
    PEAK: label('월 최대', 'Month peak'),
    MONTH_END: label('월말 재고', 'Month end'),
    HALF_PEAK: label('반월 최대', 'Half-month peak'),
    HALF_END: label('반월말 재고', 'Half-month end'),
    SPLIT: label('월초·분할', 'First day and split month'),
    ANNIVERSARY: label('입고 기준월', 'Anniversary'),
  },
  'price-unit': {
    EA: label('EA', 'Piece'),
    BOX: label('BOX', 'Box'),
    PLT: label('PLT', 'Pallet'),
    CBM: label('CBM', 'CBM'),
    KG: label('KG', 'Kilogram'),
    DOC: label('건', 'Document'),
    LINE: label('행', 'Line'),
    CELL: label('셀', 'Cell'),
    VALUE: label('과세가격 천원', 'Customs value, thousand won'),
    CNTR: label('컨테이너', 'Container'),
    RT: label('R/T', 'Revenue ton'),
  },
  'price-per': {
    LINE: label('행별', 'By line'),
    DOC: label('건별', 'By document'),
  },
  'price-tier': {
    GRADUATED: label('구간별', 'Graduated'),
    WHOLE: label('전량', 'Whole'),
  },
  'price-state': {
    [priceStatus.draft]: label('초안', 'Draft'),
    [priceStatus.agreed]: label('확정', 'Agreed'),
  } satisfies Readonly<Record<PriceStatus, Label>>,
  'rounding-mode': roundingNames,
} as const satisfies CodeLists
