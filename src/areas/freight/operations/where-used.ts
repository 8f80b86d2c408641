import { integer, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import {
  carriers,
  countries,
  currencies,
  customsOffices,
  freightItems,
  freightWarehouses,
  hsCodes,
  packageUnits,
  ports,
  vessels,
} from './masters.ts'

const lists = [
  carriers,
  countries,
  currencies,
  customsOffices,
  freightItems,
  freightWarehouses,
  hsCodes,
  packageUnits,
  ports,
  vessels,
]

export const whereUsed = defineQuery({
  name: 'freight/where-used',
  title: label('코드 사용처', 'Where a code is used'),
  with: lists.map(({ query }) => query),
  action: 'search',
  scope: 'company',
  bound: 'refused',
  search: {
    LIST_CD: text(label('목록', 'List'), { required: true }),
    CODE: text(label('코드', 'Code'), { required: true }),
  },
  output: {
    USED_IN: text(label('사용처', 'Used in'), { width: 200 }),
    USED_COUNT: integer(label('건수', 'Count'), { width: 90 }),
    SAMPLE: text(label('예', 'Example'), { width: 200 }),
  },
})
