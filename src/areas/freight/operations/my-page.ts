import { code, dateTime, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'

const KIND_CD = select(label('구분', 'Kind'), 'my-page-kind', { width: 120 })
const ITEM_ID = code(label('번호', 'No.'), { width: 130, upperCase: false })

export const myPage = defineQuery({
  name: 'freight/my-page',
  title: label('나의 접속·가져오기·작업', 'My sessions, imports and jobs'),
  action: 'search',
  scope: 'company',
  bound: 'own',
  search: { KIND_CD },
  output: {
    KIND_CD,
    ITEM_ID,
    WHAT: text(label('내용', 'Details'), { width: 320 }),
    STARTED_AT: dateTime(label('시작', 'Started')),
    LAST_AT: dateTime(label('마지막', 'Last active')),
    STATE: text(label('상태', 'Status'), { width: 120 }),
  },
})

/** Ends sessions of the user. Each session is logged out on its next request. */
export const endMySessions = defineProcedure({
  name: 'freight/end-my-sessions',
  bound: 'open',
  title: label('접속 종료', 'End sessions'),
  action: 'save',
  scope: 'company',
  asksLogin: true,
  maxRows: 100,
  input: {
    KIND_CD: withOptions(KIND_CD, { required: true }),
    ITEM_ID: withOptions(ITEM_ID, { required: true }),
  },
})
