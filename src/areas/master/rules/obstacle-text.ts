import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'

/**
 * Row of `item_obstacle` and similar functions, with the reason passed to them. Quantity and number
 * are null if they belong to another warehouse.
 */
export interface Obstacle {
  fixed_by: string
  kind: string
  qty?: string | null
  doc_no?: string | null
  unit_cd?: string | null
}

/** The stock that contradicts lot or expiry control, and what to do about it. */
const contradictions: Readonly<Record<string, readonly [which: Label, first: Label]>> = {
  WITHOUT_LOT: [
    label('로트번호 없는 ', ' without a lot no.'),
    label(' 로트번호를 먼저 입력하세요.', ' Enter the lot no. first.'),
  ],
  WITH_LOT: [label('로트번호 있는 ', ' with a lot no.'), label('', '')],
  WITHOUT_EXPIRY: [
    label('유통기한 없는 ', ' without an expiry date'),
    label(' 유통기한을 먼저 입력하세요.', ' Enter the expiry date first.'),
  ],
  WITH_EXPIRY: [label('유통기한 있는 ', ' with an expiry date'), label('', '')],
}

export function obstacleText(obstacle: Obstacle): Label {
  const [which, first] = contradictions[obstacle.fixed_by] ?? [label('', ''), label('', '')]
  if (obstacle.kind === 'PLACED') return isContradictedBy(obstacle.doc_no ?? null)
  const { ko, en } = describe(obstacle, which)
  return label(`${ko} 변경할 수 없습니다.${first.ko}`, `Cannot be changed: ${en}.${first.en}`)
}

const isContradictedBy = (cell: string | null) =>
  cell === null
    ? label(
        '다른 창고의 재고와 맞지 않아 변경할 수 없습니다. 관리자에게 문의하세요.',
        'Cannot be changed: it conflicts with stock in another warehouse. Ask your administrator.',
      )
    : label(
        `셀 ${cell}의 재고와 맞지 않아 변경할 수 없습니다. 재고를 먼저 이동하세요.`,
        `Cannot be changed: it conflicts with the stock in cell ${cell}. Move that stock first.`,
      )

function describe({ kind, qty, unit_cd: unit, doc_no: number }: Obstacle, which: Label): Label {
  switch (kind) {
    case 'STOCK':
      if ((qty ?? null) === null)
        return label(`${which.ko}재고가 있어`, `it is in stock${which.en}`)
      return label(
        `${which.ko}재고 ${formatCount(qty ?? 0)} ${unit}${josa(unit, '이/가')} 있어`,
        `${formatCount(qty ?? 0)} ${unit} in stock${which.en}`,
      )
    case 'ITEMS':
      return label(
        `품목 ${formatCount(qty ?? 0)}개의 재고가 있어`,
        `it contains stock of ${formatCount(qty ?? 0, 'item')}`,
      )
    case 'MOVED':
      return label('수불 내역이 있어', 'movements exist')
    default:
      return (number ?? null) === null
        ? label(
            `다른 창고의 ${documents[kind]?.ko}에 있어`,
            `on a ${documents[kind]?.en} of another warehouse`,
          )
        : label(`${documents[kind]?.ko} ${number}에 있어`, `on ${documents[kind]?.en} ${number}`)
  }
}

const documents: Readonly<Record<string, Label>> = {
  RECEIPT: label('입고', 'receipt'),
  SHIPMENT: label('출고', 'shipment'),
  ORDER: label('공급망 오더', 'supply chain order'),
  CARGO: label('보세화물', 'bonded cargo'),
}
