import { code, flag, select } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'

/** Data of a return in addition to its receipt, which has the same number. */
export const returnOrder = defineTable({
  name: 'return_order',
  title: label('반품', 'Return'),
  key: ['RECEIPT_NO'],
  fields: {
    RECEIPT_NO: code(label('반품번호', 'Return no.'), { width: 140 }),
    RETURN_KIND_CD: select(label('반품구분', 'Kind'), 'return-kind', {
      required: true,
      default: 'RETURN',
      width: 80,
    }),
    REASON_CD: select(label('반품사유', 'Reason'), 'return-reason', { width: 90 }),
    PAYER_CD: select(label('운임부담', 'Freight payer'), 'freight-payer', { width: 80 }),
    ORIGIN_WAYBILL_NO: code(label('원운송장', 'Original waybill'), { width: 120 }),
    COLLECT_WAYBILL_NO: code(label('회수운송장', 'Collection waybill'), { width: 120 }),
    REJECTED_YN: flag(label('반려', 'Rejected'), { width: 60 }),
  },
})
