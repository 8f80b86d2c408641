import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'

export const receivingTexts = {
  lineMissing: label(
    '입고 행을 찾을 수 없습니다. 다시 조회하세요.',
    'Line not found. Search again.',
  ),
  excess: label(
    '잔량과 초과입고 허용 범위를 넘습니다.',
    'Exceeds the remaining quantity and the over-receipt tolerance.',
  ),
  cellClosed: label('없거나 잠긴 셀입니다.', 'Cell not found or locked.'),
  lotRequired: label(
    '로트 관리 품목입니다. 로트를 입력하세요.',
    'This item is lot controlled. Enter a lot.',
  ),
  expiryRequired: label(
    '유통기한 관리 품목입니다. 유통기한을 입력하세요.',
    'This item is expiry controlled. Enter an expiry date.',
  ),
  cellsClosed: (lines: number) =>
    label(
      `입고셀이 없거나 잠긴 행이 ${formatCount(lines)}개 있습니다.`,
      `${formatCount(lines, 'line has', 'lines have')} an unknown or locked receiving cell.`,
    ),
  noLotOrExpiry: (lines: number) =>
    label(
      `${formatCount(lines)}개 행에 로트 또는 유통기한이 없습니다. '오더별 입고확정'에서 입력하세요.`,
      `${formatCount(lines, 'line has', 'lines have')} no lot or expiry date. Enter them in "Receiving by order".`,
    ),
  noSerials: (lines: number) =>
    label(
      `${formatCount(lines)}개 행에 시리얼이 없거나 부족합니다. '오더별 입고확정'에서 입력하세요.`,
      `${formatCount(lines, 'line has', 'lines have')} no or too few serials. Enter them in "Receiving by order".`,
    ),
  received: (lines: number) =>
    label(`${formatCount(lines)}행을 입고했습니다.`, `${formatCount(lines, 'line')} received.`),
  receivedAndRejected: (lines: number, rejected: number) =>
    label(
      `${formatCount(lines)}행을 입고하고 ${formatCount(rejected)}행을 불합격으로 등록했습니다.`,
      `${formatCount(lines, 'line')} received, ${formatCount(rejected)} rejected.`,
    ),
}
