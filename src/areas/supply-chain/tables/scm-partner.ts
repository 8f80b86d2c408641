import { companyPhone, email } from '#kernel/contact-text.ts'
import { code, date, flag, integer, lookup, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import {
  changeFields,
  ownerRef,
  remark,
  shipToRef,
  stockRef,
  supplierRef,
  useFlag,
} from '#areas/master/tables/references.ts'

export const branchRef = lookup(label('지점', 'Branch'), 'scm-branch', {
  width: 90,
  fills: { BRANCH_NM: 'NAME' },
})
export const branchNameRef = text(label('지점명', 'Branch name'), { width: 130 })
export const partnerRef = lookup(label('협력사', 'Partner'), 'scm-partner', {
  width: 90,
  fills: { PARTNER_NM: 'NAME' },
})
export const partnerNameRef = text(label('협력사명', 'Partner name'), { width: 130 })

const partnerCode = code(label('협력사코드', 'Partner code'), {
  required: true,
  width: 100,
  maxLength: 20,
})

const timeOfDay = {
  test: /^([01]\d|2[0-3])[0-5]\d$/,
  text: label(
    '시각은 4자리로 입력하세요. 예: 1530',
    'Enter the time with four digits. Example: 1530',
  ),
}
const weekDays = {
  test: /^[1-7]+$/,
  text: label(
    '요일은 월요일 1부터 일요일 7까지의 숫자로 입력하세요. 예: 12345',
    'Enter weekdays as digits from Monday 1 to Sunday 7. Example: 12345',
  ),
}

/** A branch or partner of an owner that can order. */
export const scmPartner = defineTable({
  name: 'scm_partner',
  title: label('협력사', 'Partner'),
  key: ['OWNER_CD', 'PARTNER_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    PARTNER_CD: partnerCode,
    PARTNER_NM: text(label('협력사명', 'Partner name'), { required: true, width: 150 }),
    KIND_CD: select(label('구분', 'Kind'), 'scm-partner-kind', { default: 'BRANCH', width: 80 }),
    SHIP_TO_CD: shipToRef,
    SUPPLIER_CD: supplierRef,
    PROFILE_CD: lookup(label('프로필', 'Profile'), 'partner-profile', { width: 90 }),
    MANAGER_NM: text(label('담당자', 'Contact'), { width: 90, maxLength: 50 }),
    PHONE_NO: text(label('전화번호', 'Phone'), {
      width: 120,
      maxLength: 20,
      pattern: companyPhone,
    }),
    EMAIL: text(label('이메일', 'Email'), { width: 170, pattern: email, personal: true }),
    CUTOFF_TM: text(label('마감시각', 'Cut-off time'), {
      width: 80,
      maxLength: 4,
      digitsOnly: true,
      pattern: timeOfDay,
    }),
    LEAD_DAYS: integer(label('마감(며칠 전)', 'Cut-off (days before)'), {
      default: 0,
      min: 0,
      max: 60,
      width: 90,
    }),
    WORK_DAYS: text(label('근무요일', 'Working days'), {
      width: 90,
      maxLength: 7,
      pattern: weekDays,
    }),
    NOTIFY_CD: select(label('알림', 'Notification'), 'scm-notify', { default: 'NONE', width: 80 }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

/** A user of a branch or partner, restricted to its orders. */
export const scmPartnerUser = defineTable({
  name: 'scm_partner_user',
  title: label('협력사 사용자', "Partner's user"),
  key: ['OWNER_CD', 'PARTNER_CD', 'USER_ID'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    PARTNER_CD: partnerCode,
    USER_ID: text(label('사용자', 'User'), { required: true, width: 140, maxLength: 50 }),
    ...changeFields,
  },
})

export const scmPartnerStock = defineTable({
  name: 'scm_partner_stock',
  title: label('협력사 품목', "Partner's item"),
  key: ['OWNER_CD', 'PARTNER_CD', 'STOCK_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    PARTNER_CD: partnerCode,
    STOCK_CD: stockRef,
    ...changeFields,
  },
})

/** A ship-to that a branch or partner can use in addition to its own. */
export const scmPartnerShipTo = defineTable({
  name: 'scm_partner_ship_to',
  title: label('협력사 배송처', "Partner's ship-to"),
  key: ['OWNER_CD', 'PARTNER_CD', 'SHIP_TO_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    PARTNER_CD: partnerCode,
    SHIP_TO_CD: withOptions(shipToRef, { required: true }),
    ...changeFields,
  },
})

const holidayFields = {
  HOLIDAY_DT: withOptions(date(label('휴무일', 'Holiday')), { required: true }),
  HOLIDAY_NM: text(label('휴무명', 'Name'), { required: true, width: 180 }),
  ...changeFields,
}

export const scmPartnerHoliday = defineTable({
  name: 'scm_partner_holiday',
  title: label('협력사 휴무일', "Partner's holiday"),
  key: ['OWNER_CD', 'PARTNER_CD', 'HOLIDAY_DT'],
  scope: { owner: 'OWNER_CD' },
  fields: { OWNER_CD: ownerRef, PARTNER_CD: partnerCode, ...holidayFields },
})

/** A date on which the site is closed, in addition to weekends. */
export const siteHoliday = defineTable({
  name: 'site_holiday',
  title: label('휴무일', 'Holiday'),
  key: ['WCODE', 'HOLIDAY_DT'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    ...holidayFields,
    PUBLIC_YN: flag(label('공휴일', 'Public holiday'), { default: 'N', width: 80 }),
  },
})
