import { josa } from '#kernel/josa.ts'
import { compareDecimal, toDecimal, type Decimal } from '#kernel/decimal.ts'
import { label, type Label } from '#kernel/label.ts'

export interface PriceTier {
  readonly above: Decimal
  readonly price: Decimal
}

const shape = /^\d{1,12}(\.\d{1,3})?:\d{1,12}(\.\d{1,4})?$/

/**
 * Parses tiers such as `0:300, 100:250`, preserving their order. Throws RangeError for invalid
 * text.
 */
export function readTiers(text: string): PriceTier[] {
  return text
    .replaceAll(' ', '')
    .split(',')
    .map((part) => {
      if (!shape.test(part)) throw new RangeError(`no tier: ${part}`)
      const [above = '', price = ''] = part.split(':')
      return { above: toDecimal(above), price: toDecimal(price) }
    })
}

const step = /^\d{1,6}(\.\d{1,3})?:\d{1,4}(\.\d{1,2})?$/

/** Error in weight steps such as `20:10, 30:25` (above 20 kg 10 %, above 30 kg 25 %), if any. */
export function weightStepsError(text: string): Label | undefined {
  const parts = text.replaceAll(' ', '').split(',')
  const bad = parts.find((part) => !step.test(part))
  if (bad !== undefined) {
    return label(
      `중량 구간 '${bad}'${josa(bad, '을/를')} 읽을 수 없습니다. '20:10, 30:25'처럼 kg과 할증 %를 입력하세요.`,
      `The weight step '${bad}' cannot be read. Enter kg and per cent as '20:10, 30:25'.`,
    )
  }
  const weights = parts.map((part) => toDecimal(part.split(':')[0] ?? ''))
  const isRising = weights.every(
    (kg, index) => index === 0 || compareDecimal(kg, weights[index - 1] ?? kg) > 0,
  )
  if (isRising) return undefined
  return label(
    '구간은 가벼운 중량부터 차례로 입력하세요.',
    'Enter the steps from the lightest weight up.',
  )
}

export function tiersError(text: string): Label | undefined {
  const parts = text.replaceAll(' ', '').split(',')
  const bad = parts.find((part) => !shape.test(part))
  if (bad !== undefined) {
    return label(
      `구간 '${bad}'${josa(bad, '을/를')} 읽을 수 없습니다. '0:300, 100:250'처럼 입력하세요.`,
      `The tier '${bad}' cannot be read. Enter it as '0:300, 100:250'.`,
    )
  }
  const tiers = readTiers(text)
  if (tiers[0]?.above.units !== 0n) {
    return label('첫 구간은 0부터 시작해야 합니다.', 'The first tier must start at 0.')
  }
  const isRising = tiers.every(
    ({ above }, index) =>
      index === 0 || compareDecimal(above, tiers[index - 1]?.above ?? above) > 0,
  )
  if (isRising) return undefined
  return label(
    '구간은 작은 수량부터 차례로 입력하세요.',
    'Enter the tiers from the smallest quantity up.',
  )
}
