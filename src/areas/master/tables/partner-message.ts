import { code, dateTime, flag, integer, lookup, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, ownerNameRef, ownerRef, remark, useFlag } from './references.ts'

const wcode = code(label('창고', 'Warehouse'), { width: 70 })
const profileCode = code(label('프로필', 'Profile'), { required: true, width: 110, maxLength: 20 })

/** Profile for the messages between one partner of an owner and one warehouse. */
export const partnerProfile = defineTable({
  name: 'partner_profile',
  title: label('파트너 프로필', 'Partner profile'),
  key: ['WCODE', 'OWNER_CD', 'PROFILE_CD'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    WCODE: wcode,
    OWNER_CD: ownerRef,
    PROFILE_CD: profileCode,
    PROFILE_NM: text(label('프로필명', 'Profile name'), { required: true, width: 150 }),
    RECEIPT_YN: flag(label('입고', 'Receipts'), { default: 'Y' }),
    SHIPMENT_YN: flag(label('출고', 'Shipments'), { default: 'Y' }),
    STOCK_YN: flag(label('재고', 'Stock'), { default: 'Y' }),
    ADJUST_YN: flag(label('조정 통보', 'Adjustment notices'), { default: 'N', width: 90 }),
    AUTO_YN: flag(label('자동변환', 'Automatic conversion'), { default: 'Y', width: 80 }),
    FIELD_MAP: text(label('항목 이름 (파트너=창고)', 'Field names (partner=warehouse)'), {
      width: 300,
      maxLength: 4000,
    }),
    CODE_MAP: text(label('코드 변환 (항목:파트너=창고)', 'Codes (field:partner=warehouse)'), {
      width: 300,
      maxLength: 20_000,
    }),
    TOKEN_AT: dateTime(label('토큰 발급', 'Token issued')),
    WEBHOOK_URL: text(label('웹훅 주소', 'Webhook address'), { width: 260, maxLength: 500 }),
    WEBHOOK_AT: dateTime(label('웹훅 비밀키 발급', 'Webhook secret issued')),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

const messageId = integer(label('메시지', 'Message'), { width: 80 })

/** An incoming or outgoing message: its original content and its outcome. */
export const partnerMessage = defineTable({
  name: 'partner_message',
  title: label('파트너 메시지', 'Partner message'),
  key: ['MESSAGE_ID'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    MESSAGE_ID: messageId,
    WCODE: wcode,
    PROFILE_CD: lookup(label('프로필', 'Profile'), 'partner-profile', {
      required: true,
      width: 110,
      fills: { OWNER_CD: 'OWNER_CD' },
    }),
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    DIRECTION_CD: select(label('방향', 'Direction'), 'partner-direction', { width: 70 }),
    KIND_CD: select(label('종류', 'Kind'), 'partner-kind', { width: 70 }),
    MESSAGE_NO: text(label('메시지번호', 'Message no.'), { width: 150, maxLength: 60 }),
    CHANNEL_CD: select(label('경로', 'Channel'), 'partner-channel', { width: 70 }),
    STATE_CD: select(label('상태', 'Status'), 'partner-state', { width: 80 }),
    LINE_COUNT: integer(label('행수', 'Lines'), { footer: 'SUM' }),
    ERROR_COUNT: integer(label('오류 행', 'Lines with errors'), {
      footer: 'SUM',
      zeroAsEmpty: true,
    }),
    ATTEMPT_COUNT: integer(label('시도', 'Attempts')),
    DOC_NO: code(label('전표번호', 'Document no.'), { width: 200 }),
    RESULT_CD: select(label('결과', 'Result'), 'partner-result', { width: 80 }),
    RESULT_NO: integer(label('결과번호', 'Result no.'), { width: 80 }),
    REMARK: remark,
    CREATED_BY: text(label('접수자', 'Received by'), { width: 110 }),
    CREATED_AT: dateTime(label('접수일시', 'Received at')),
    ...changeFields,
  },
})

export const partnerMessageLine = defineTable({
  name: 'partner_message_line',
  title: label('파트너 메시지 행', 'Line of a partner message'),
  key: ['MESSAGE_ID', 'LINE_NO'],
  fields: {
    MESSAGE_ID: messageId,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    OWNER_CD: ownerRef,
    STATE_CD: select(label('상태', 'Status'), 'partner-state', { width: 80 }),
    ERROR: text(label('오류', 'Error'), { width: 360, maxLength: 4000 }),
    DOC_NO: code(label('전표번호', 'Document no.'), { width: 140 }),
    ...changeFields,
  },
})

export const partnerAttempt = defineTable({
  name: 'partner_attempt',
  title: label('메시지 시도', 'Message attempt'),
  key: ['MESSAGE_ID', 'ATTEMPT_NO'],
  fields: {
    MESSAGE_ID: messageId,
    ATTEMPT_NO: integer(label('순번', 'No.'), { width: 50 }),
    ATTEMPT_CD: select(label('작업', 'Action'), 'partner-attempt', { width: 90 }),
    DETAIL: text(label('내용', 'Detail'), { width: 560, maxLength: 8_000_000 }),
    DONE_BY: text(label('처리자', 'Processed by'), { width: 120 }),
    DONE_AT: dateTime(label('처리일시', 'Processed at')),
  },
})
