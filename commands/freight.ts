import { command, type Command, type CommandContext } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { billStepFrom } from '#areas/freight/rules/bill-status.ts'
import { bookingStepFrom } from '#areas/freight/rules/booking-status.ts'
import { codeListScreens } from '#areas/freight/rules/code-list-screens.ts'
import { selectedRows, openOnRows } from './selected-rows.ts'
import { openWindow } from './windows.ts'

const bills = () => import('#areas/freight/operations/bills.ts')
const confirmBill = async () => (await bills()).confirmBill
const amendBill = async () => (await bills()).amendBill
const cancelBill = async () => (await bills()).cancelBill
const billAmendments = async () => (await bills()).billAmendments
const rateBookings = async () =>
  (await import('#areas/freight/operations/freight-charges.ts')).rateBookings
const bookings = () => import('#areas/freight/operations/bookings.ts')
const bookingCutoffs = async () => (await bookings()).bookingCutoffs
const bookingEvents = async () => (await bookings()).bookingEvents
const amendBooking = async () => (await bookings()).amendBooking
const moveBooking = async () => (await bookings()).moveBooking
const rollOverBooking = async () => (await bookings()).rollOverBooking
const expectBooking = async () =>
  (await import('#areas/bonded/operations/booking-cargo.ts')).expectBooking
const mergeCustomers = async () =>
  (await import('#areas/freight/operations/customers.ts')).mergeCustomers

const whenOnMyPage = 'screen == CmsMyPage'
const whenOnBookings = 'screen == CmsMyBooking'
const whenOnBill = 'screen == CmsBill && grid && hasRows'
const whenOnBooking = `${whenOnBookings} && grid && hasRows`
async function confirmBooking(
  { page, shell }: CommandContext,
  windowName: 'confirm-booking' | 'paste-confirmation',
) {
  const [row] = page?.rows('current') ?? []
  if (row && (await openWindow(shell, windowName, [row]))) await page?.search()
}

/** The bookings of the rows, or the booking whose charges were searched without finding any. */
function bookingsToRate(context: CommandContext): WireRow[] {
  const rows = selectedRows(context, 'BOOKING_ID')
  const { BOOKING_ID = null } = context.page?.searched?.() ?? {}
  const isOne = /^[^<>=!~,%]+$/.test(String(BOOKING_ID ?? ''))
  return rows.length === 0 && isOne ? [{ BOOKING_ID }] : rows
}

export const freightCommands = {
  'freight.where-used': command({
    title: label('이 코드의 사용처', 'Where this code is used'),
    short: label('사용처', 'Where used'),
    keywords: ['where used', '사용처', '참조'],
    when: Object.keys(codeListScreens)
      .map((route) => `screen == ${route}`)
      .join(' || '),
    legend: 95,
    run: ({ shell, page }) => {
      const [row] = page?.rows('current') ?? []
      if (row) void openWindow(shell, 'where-used', [row])
    },
  }),
  'freight.merge-customers': command({
    title: label('거래처 통합', 'Merge customers'),
    short: label('통합', 'Merge'),
    keywords: ['double', '중복', '병합'],
    when: 'screen == MdmCustomerMgt && grid && hasRows && can.save',
    legend: 96,
    run: (context) => context.runProcedure(mergeCustomers, selectedRows(context, 'CUSTOMER_CD')),
  }),
  'freight.cutoffs': command({
    title: label('다가오는 마감', 'Upcoming cut-offs'),
    short: label('마감', 'Cut-offs'),
    keywords: ['deadline', '클로징'],
    when: whenOnBookings,
    legend: 94,
    run: ({ shell }) =>
      shell.showRows(
        bookingCutoffs,
        {},
        { emptyText: label('다가오는 마감이 없습니다.', 'No upcoming cut-offs.') },
      ),
  }),
  'freight.confirm-booking': command({
    title: label('부킹 확정 내용 입력', 'Enter booking confirmation'),
    short: label('확정', 'Confirm'),
    keywords: ['confirm', '확정'],
    states: bookingStepFrom.confirm,
    when: `${whenOnBooking} && can.save`,
    legend: 95,
    run: (context) => confirmBooking(context, 'confirm-booking'),
  }),
  'freight.paste-confirmation': command({
    title: label('선사 확정서 붙여넣기', 'Paste a confirmation'),
    short: label('붙여넣기', 'Paste'),
    keywords: ['메일'],
    states: bookingStepFrom.confirm,
    when: `${whenOnBooking} && can.save`,
    legend: 96,
    run: (context) => confirmBooking(context, 'paste-confirmation'),
  }),
  'freight.booking-history': command({
    title: label('이 부킹의 이력', 'Booking history'),
    keywords: ['롤오버'],
    when: whenOnBooking,
    run: ({ shell, page }) => {
      const [row] = page?.rows('current') ?? []
      const { BOOKING_ID = null } = row ?? {}
      if (BOOKING_ID === null) return
      shell.showRows(
        bookingEvents,
        { BOOKING_ID },
        {
          subject: String(BOOKING_ID),
          emptyText: label('변경된 내용이 없습니다.', 'No changes.'),
        },
      )
    },
  }),
  'freight.carrier-site': command({
    title: label('선사 사이트 열기', 'Open a carrier site'),
    keywords: ['tracking', '추적', '스케줄'],
    when: whenOnBooking,
    run: ({ shell, page }) => {
      const [row] = page?.rows('current') ?? []
      if (row) void openWindow(shell, 'carrier-site', [row])
    },
  }),
  'freight.move-booking': command({
    title: label(
      '선택한 부킹 상태변경 (반려·취소·완료)',
      'Change the status of the selected bookings (reject, cancel, complete)',
    ),
    keywords: ['state'],
    states: bookingStepFrom.move,
    when: `${whenOnBooking} && can.save`,
    run: (context) => context.runProcedure(moveBooking, selectedRows(context, 'BOOKING_ID')),
  }),
  'freight.amend-booking': command({
    title: label(
      '선택한 부킹 변경·취소 요청',
      'Request amendment or cancellation of the selected bookings',
    ),
    keywords: ['취소요청'],
    states: bookingStepFrom.amend,
    when: `${whenOnBooking} && can.save`,
    run: (context) => context.runProcedure(amendBooking, selectedRows(context, 'BOOKING_ID')),
  }),
  'freight.roll-over': command({
    title: label('이 부킹 이월(롤오버)', 'Roll this booking over'),
    keywords: ['다음 항차'],
    states: bookingStepFrom.rollOver,
    when: `${whenOnBooking} && can.save`,
    run: (context) =>
      context.runProcedure(rollOverBooking, selectedRows(context, 'BOOKING_ID').slice(0, 1)),
  }),
  'freight.expect-bonded': command({
    title: label(
      '이 부킹으로 보세화물 예정등록',
      'Register expected bonded cargo from this booking',
    ),
    short: label('보세 예정', 'Expected cargo'),
    keywords: ['반입예정'],
    states: bookingStepFrom.expectBonded,
    when: `${whenOnBooking} && can.save`,
    legend: 97,
    run: ({ row, runProcedure }) =>
      runProcedure(expectBooking, [{ BOOKING_ID: row?.['BOOKING_ID'] ?? null }]),
  }),
  'freight.open-bonded': command({
    title: label('이 부킹의 보세화물', 'Bonded cargo of this booking'),
    keywords: ['bonded', '보세', '화물'],
    when: whenOnBooking,
    run: openOnRows('BondedCargo', 'BOOKING_ID'),
  }),
  'freight.open-charges': command({
    title: label('이 부킹의 운임', 'Charges of this booking'),
    short: label('운임', 'Charges'),
    keywords: ['freight', '요금', '손익'],
    when: `(${whenOnBookings} || screen == CmsBookingProfit) && hasRows`,
    legend: 98,
    run: openOnRows('CmsFreightCharge', 'BOOKING_ID'),
  }),
  'freight.open-bills': command({
    title: label('이 부킹의 B/L·AWB', 'Bills of this booking'),
    short: label('B/L', 'Bills'),
    keywords: ['bill of lading', 'air waybill', '선하증권', '운송장'],
    when: `${whenOnBookings} && hasRows`,
    legend: 98,
    run: openOnRows('CmsBill', 'BOOKING_ID'),
  }),
  'freight.confirm-bill': command({
    title: label('B/L·AWB 확정', 'Confirm bills'),
    short: label('확정', 'Confirm'),
    keywords: ['발행'],
    states: billStepFrom.confirm,
    when: `${whenOnBill} && can.save`,
    legend: 95,
    run: (context) => context.runProcedure(confirmBill, selectedRows(context, 'BILL_ID')),
  }),
  'freight.amend-bill': command({
    title: label('B/L·AWB 정정', 'Amend bills'),
    short: label('정정', 'Amend'),
    keywords: ['correction'],
    states: billStepFrom.amend,
    when: `${whenOnBill} && can.save`,
    legend: 96,
    run: (context) => context.runProcedure(amendBill, selectedRows(context, 'BILL_ID')),
  }),
  'freight.cancel-bill': command({
    title: label('B/L·AWB 취소', 'Cancel bills'),
    states: billStepFrom.cancel,
    when: `${whenOnBill} && can.save`,
    run: (context) => context.runProcedure(cancelBill, selectedRows(context, 'BILL_ID')),
  }),
  'freight.bill-amendments': command({
    title: label('이 B/L·AWB의 정정 이력', 'Amendments of this bill'),
    short: label('정정 이력', 'Amendments'),
    keywords: ['history'],
    when: whenOnBill,
    legend: 97,
    run: ({ shell, page }) => {
      const [row] = page?.rows('current') ?? []
      const { BILL_ID = null } = row ?? {}
      if (BILL_ID === null) return
      shell.showRows(
        billAmendments,
        { BILL_ID },
        { subject: String(BILL_ID), emptyText: label('정정 이력이 없습니다.', 'No amendments.') },
      )
    },
  }),
  'freight.rate-booking': command({
    title: label('부킹 운임 계산', 'Rate bookings'),
    short: label('운임 계산', 'Rate'),
    keywords: ['tariff', '단가 적용'],
    when: `(${whenOnBookings} && hasRows || screen == CmsFreightCharge) && grid && can.save`,
    legend: 99,
    run: (context) => context.runProcedure(rateBookings, bookingsToRate(context)),
  }),
  'freight.my-info': command({
    title: label('마이페이지: 내 정보와 비밀번호', 'My page: my info and password'),
    short: label('내 정보', 'My info'),
    keywords: ['password', '비밀번호', '내 정보'],
    when: whenOnMyPage,
    legend: 94,
    run: ({ shell }) => shell.open('ChangeMe'),
  }),
  'freight.my-keys': command({
    title: label('마이페이지: 단축키 변경', 'My page: change shortcuts'),
    short: label('키', 'Keys'),
    keywords: ['keys'],
    when: whenOnMyPage,
    legend: 95,
    run: ({ shell }) => shell.keyboard.openKeys(),
  }),
} as const satisfies Record<string, Command>
