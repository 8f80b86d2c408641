import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

const takeForeign = async () => (await import('#areas/returns/operations/arriving.ts')).takeForeign

export const returnsCommands = {
  'returns.take-foreign': command({
    title: label('이 반품의 타상품 도착 등록', 'Take an unexpected item of this return'),
    short: label('타상품', 'Unexpected'),
    keywords: ['foreign', '오반품', '미확인 상품'],
    when: 'screen == ReturnArrival',
    needs: 'ReturnArrival:save:returns/take-foreign',
    legend: 18,
    run: (context) => {
      const [line] = context.page?.rows('all') ?? []
      const row = { RECEIPT_NO: line?.['RECEIPT_NO'] ?? null }
      return context.ask(takeForeign, [row], { also: { CODE: null, QTY: 1, LOT_NO: null } })
    },
  }),
} as const satisfies Record<string, Command>
