import { companyPhone, email } from '#kernel/contact-text.ts'
import { code, integer, measure, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, receiptLifeDays, remark, useFlag } from './references.ts'

export const owner = defineTable({
  name: 'owner',
  title: label('화주', 'Owner'),
  key: ['OWNER_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: code(label('화주코드', 'Owner code'), { required: true, width: 100, maxLength: 20 }),
    OWNER_NM: text(label('화주명', 'Owner name'), { required: true, width: 180 }),
    BIZ_NO: text(label('사업자번호', 'Business no.'), { width: 120, maxLength: 12 }),
    MANAGER_NM: text(label('담당자', 'Contact'), { width: 90, maxLength: 50 }),
    PHONE_NO: text(label('전화번호', 'Phone'), {
      width: 120,
      maxLength: 20,
      pattern: companyPhone,
    }),
    EMAIL: text(label('이메일', 'Email'), { width: 170, pattern: email }),
    OVER_RECEIPT_RATE: measure(label('초과입고 %', 'Over-receipt %'), 2, { max: 100, default: 0 }),
    ALLOC_CD: select(label('할당방식', 'Allocation method'), 'allocation-strategy', {
      default: 'FEFO',
    }),
    WHOLE_YN: select(label('완파렛트·완박스 우선', 'Full pallets and boxes first'), 'yes-no', {
      default: 'N',
      width: 100,
    }),
    SHORT_CD: select(label('부족처리', 'Short shipments'), 'short-handling', {
      default: 'CLOSE',
      width: 80,
    }),
    LONG_TERM_DAYS: integer(label('장기재고 일수', 'Long-stored after (days)'), {
      default: 90,
      min: 1,
      max: 3650,
      width: 110,
    }),
    RECEIPT_LIFE_DAYS: receiptLifeDays,
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

/** An owner's column letters for one upload screen. MAPPING is JSON from field name to letter. */
export const ownerMapping = defineTable({
  name: 'owner_mapping',
  title: label('화주별 엑셀 열', 'Owner column letters'),
  key: ['OWNER_CD', 'SCREEN'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: code(label('화주코드', 'Owner code'), { required: true }),
    SCREEN: text(label('화면', 'Screen'), { required: true, maxLength: 60 }),
    MAPPING: text(label('열 배치', 'Mapping'), { required: true, maxLength: 4000 }),
  },
})
