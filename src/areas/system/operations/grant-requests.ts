import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { grantRequest } from '../tables/grant-request.ts'

export const grantRequests = defineQuery({
  name: 'system/grant-requests',
  title: label('권한 요청', 'Permission requests'),
  action: 'search',
  scope: 'company',
  bound: 'refused',
  search: pick(grantRequest, [
    'REQUEST_NO',
    'STATE_CD',
    'USER_ID',
    'USER_NM',
    'MENU_NM',
    'ACTION_CD',
    'CREATED_AT',
  ]),
  output: grantRequest.fields,
})

export const decideGrantRequests = defineProcedure({
  name: 'system/decide-grant-requests',
  title: label('권한 요청 승인·반려', 'Approve or reject permission requests'),
  action: 'save',
  scope: 'company',
  bound: 'refused',
  input: pick(grantRequest, ['REQUEST_NO', 'ROLE_CD', 'REJECT_YN', 'REASON']),
  maxRows: 100,
})
