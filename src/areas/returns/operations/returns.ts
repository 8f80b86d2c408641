import { documentInput } from '#kernel/document.ts'
import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { returnDocument, returnHeader, returnLine } from './return-document.ts'
import { returnStatus } from '../rules/return-status.ts'

const common = { scope: 'warehouse-owner' } as const

export const returns = defineQuery({
  ...common,
  name: 'returns/returns',
  title: label('반품 조회', 'Returns'),
  action: 'search',
  search: returnHeader.fields,
  output: {
    ...returnHeader.fields,
    STATE_CD: withOptions(returnHeader.fields.STATE_CD, {
      voids: [returnStatus.rejected, returnStatus.cancelled],
    }),
  },
})

export const returnLines = defineQuery({
  ...common,
  name: 'returns/return-lines',
  title: label('반품 행 조회', 'Return lines'),
  action: 'search',
  search: returnLine.fields,
  output: returnLine.fields,
})

export const saveReturns = defineProcedure({
  ...common,
  name: 'returns/save-returns',
  title: label('반품접수 저장', 'Save returns'),
  action: 'save',
  ...documentInput(returnDocument),
})

/** Requests by customers. They have no effect until staff accept them. */
export const requestReturns = defineProcedure({
  ...common,
  name: 'returns/request-returns',
  title: label('반품요청 저장', 'Save return requests'),
  action: 'save',
  ...documentInput(returnDocument),
})
