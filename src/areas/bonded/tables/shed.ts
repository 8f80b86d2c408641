import { code, date, measure, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, useFlag } from '#areas/master/tables/references.ts'

export const bondedShed = defineTable({
  name: 'bonded_shed',
  title: label('보세구역', 'Bonded warehouse'),
  key: ['WCODE', 'SHED_CD'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    SHED_CD: code(label('장치장부호', 'Bonded warehouse code'), {
      required: true,
      width: 100,
      maxLength: 8,
    }),
    SHED_NM: text(label('장치장명', 'Name'), { required: true, width: 180 }),
    KIND_CD: select(label('구분', 'Kind'), 'shed-kind', {
      required: true,
      width: 150,
      default: 'GENERAL',
    }),
    KEEPER_NM: text(label('보세사', 'Goods caretaker'), { width: 100, maxLength: 50 }),
    USE_YN: useFlag,
    ...changeFields,
  },
})

export const bondedRule = defineTable({
  name: 'bonded_rule',
  title: label('보세 기준값', 'Bonded rules'),
  key: ['KIND_CD', 'RULE_CD', 'FROM_DT'],
  fields: {
    KIND_CD: select(label('보세구역 구분', 'Kind'), 'rule-kind', {
      required: true,
      width: 160,
      default: '*',
    }),
    RULE_CD: select(label('기준', 'Rule'), 'bonded-rule', { required: true, width: 220 }),
    FROM_DT: date(label('적용시작일', 'Effective date'), { required: true }),
    RULE_VALUE: measure(label('값', 'Value'), 2, { required: true, minDecimals: 0, max: 9999 }),
    SOURCE: text(label('근거', 'Legal basis'), { width: 320, maxLength: 200 }),
    ...changeFields,
  },
})
