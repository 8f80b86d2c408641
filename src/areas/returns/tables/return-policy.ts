import { flag, integer, lookup, select } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, ownerRef } from '#areas/master/tables/references.ts'

export const gradeField = select(label('등급', 'Grade'), 'return-grade', {
  required: true,
  width: 80,
})
export const disposeField = select(label('처분', 'Disposition'), 'return-disposition', {
  required: true,
  width: 90,
})

/** Disposition of returned stock, by owner, item group and grade. */
export const returnPolicy = defineTable({
  name: 'return_policy',
  title: label('반품정책', 'Return policy'),
  key: ['OWNER_CD', 'GROUP_CD', 'GRADE_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    GROUP_CD: lookup(label('품목그룹', 'Item group'), 'return-group', {
      required: true,
      default: '*',
      width: 100,
      maxLength: 20,
    }),
    GRADE_CD: gradeField,
    DISPOSE_CD: disposeField,
    APPROVE_YN: flag(label('화주승인', 'Owner approval'), { width: 80, default: 'N' }),
    LIMIT_DAYS: integer(label('반품기한(일)', 'Return within (days)'), {
      width: 100,
      min: 0,
      max: 3650,
    }),
    SECOND_STOCK_CD: lookup(label('B급품목', 'Second-grade item'), 'stock', { width: 120 }),
    ...changeFields,
  },
})
