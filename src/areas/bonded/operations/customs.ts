import { integer, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { bondedAnswer } from '../tables/bonded-answer.ts'
import { bondedCargo } from '../tables/cargo.ts'
import { applyCustomsEntries } from './customs-lists.ts'

export const customsAnswers = defineQuery({
  name: 'bonded/customs-answers',
  title: label('세관 조회 현황', 'Customs status'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(bondedCargo, ['OWNER_CD', 'BOND_NO', 'CARGO_NO', 'MBL_NO', 'HBL_NO', 'STATE_CD']),
    RESULT_CD: bondedAnswer.fields.RESULT_CD,
  },
  output: {
    ...pick(bondedCargo, ['BOND_NO', 'STATE_CD', 'OWNER_CD', 'CARGO_NO', 'MBL_NO', 'HBL_NO']),
    ...pick(bondedAnswer, [
      'ANSWER_ID',
      'RESULT_CD',
      'DIFF_COUNT',
      'SEAL_RESULT_CD',
      'MESSAGE',
      'ASKED_BY_NO',
      'TRIES',
      'ASKED_AT',
      'USER_ID',
    ]),
  },
})

const customsValue = text(label('세관 값', 'Value at customs'), { width: 220 })

/**
 * Differences between a customs response and the register. If customs returns several cargos, lists
 * their cargo numbers.
 */
export const customsDifferences = defineQuery({
  name: 'bonded/customs-differences',
  title: label('세관 응답과 다른 값', 'Differences from customs'),
  action: 'search',
  scope: 'warehouse-owner',
  search: pick(bondedAnswer, ['OWNER_CD', 'ANSWER_ID']),
  output: {
    ...pick(bondedAnswer, ['ANSWER_ID']),
    FIELD_CD: select(label('항목', 'Field'), 'customs-field', { width: 130 }),
    OURS: text(label('당사 값', 'Our value'), { width: 220 }),
    THEIRS: customsValue,
  },
})

/** Queries customs about cargos in the background. Nothing is booked automatically. */
export const queryCustoms = defineProcedure({
  name: 'bonded/ask-customs',
  title: label('세관 조회', 'Search customs'),
  action: 'save',
  scope: 'warehouse-owner',
  maxRows: 200,
  input: { BOND_NO: withOptions(bondedCargo.fields.BOND_NO, { required: true }) },
})

/**
 * Applies customs values field by field. Expected cargo is changed directly. After an arrival has
 * been filed, a difference in the manifest creates a correction request. Filed lines are corrected
 * individually.
 */
export const applyCustomsValues = defineProcedure({
  name: 'bonded/take-differences',
  title: label('세관 값 반영', 'Apply customs values'),
  with: [queryCustoms],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ANSWER_ID: withOptions(bondedAnswer.fields.ANSWER_ID, {
      required: true,
      digitsOnly: true,
      maxLength: 15,
    }),
    FIELD_CD: select(label('항목', 'Field'), 'customs-field', { required: true }),
    // The selected value if customs returned several.
    THEIRS: customsValue,
  },
})

/** Saves the customs URL and key. The key is never shown again. */
export const saveCustomsSetting = defineProcedure({
  name: 'bonded/save-customs-setting',
  title: label('세관 연결 설정', 'Customs connection'),
  with: [queryCustoms, applyCustomsEntries],
  action: 'save',
  scope: 'warehouse',
  bound: 'refused',
  maxRows: 1,
  input: {
    SERVICE_URL: text(label('서비스 주소', 'Service address'), {
      required: true,
      maxLength: 200,
      default: 'https://unipass.customs.go.kr:38010',
      pattern: {
        test: /^https?:\/\/[^\s?#]+$/,
        text: label(
          'http:// 또는 https:// 주소여야 합니다.',
          'The address must start with http:// or https://.',
        ),
      },
    }),
    SERVICE_KEY: text(label('인증키', 'Key'), { required: true, maxLength: 200 }),
    SEAL_KEY: text(label('봉인 조회 인증키 (선택)', 'Seal lookup key (optional)'), {
      maxLength: 200,
    }),
    TIMEOUT_SECONDS: integer(label('대기(초)', 'Wait (s)'), { min: 1, max: 60, default: 10 }),
    TRIES: integer(label('시도 횟수', 'Attempts'), { min: 1, max: 5, default: 3 }),
  },
})
