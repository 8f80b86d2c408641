import { email } from '#kernel/contact-text.ts'
import { integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { countryRef } from '#areas/freight/tables/references.ts'
import { bizNo } from '#areas/system/rules/biz-no.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, ownerRef, remark } from '#areas/master/tables/references.ts'

export const billingTerms = defineTable({
  name: 'billing_terms',
  title: label('청구조건', 'Billing terms'),
  key: ['OWNER_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    CLOSE_DAY: integer(label('마감일', 'Closing day'), { default: 0, min: 0, max: 27 }),
    TAX_CD: select(label('세액계산', 'Tax calculation'), 'tax-way', {
      required: true,
      default: 'LINE',
    }),
    DUE_DAYS: integer(label('결제기한(일)', 'Payment term (days)'), {
      default: 30,
      min: 0,
      max: 365,
      width: 90,
    }),
    SECOND_YN: select(label('2인 마감', 'Two-person closing'), 'yes-no', { default: 'N' }),
    BIZ_NO: text(label('등록번호', 'Business no.'), {
      width: 120,
      maxLength: 12,
      pattern: bizNo,
    }),
    // An owner abroad is billed without a business number.
    COUNTRY_CD: countryRef,
    BRANCH_NO: text(label('종사업장', 'Sub-business no.'), {
      width: 80,
      maxLength: 4,
      digitsOnly: true,
    }),
    CORP_NM: text(label('상호', 'Company'), { width: 160, maxLength: 70 }),
    REP_NM: text(label('대표자', 'Representative'), { width: 90, maxLength: 30 }),
    ADDRESS: text(label('주소', 'Address'), { width: 240, maxLength: 150 }),
    BIZ_TYPE: text(label('업태', 'Business type'), { maxLength: 40 }),
    BIZ_ITEM: text(label('종목', 'Business line'), { maxLength: 40 }),
    MANAGER_NM: text(label('담당자', 'Contact'), { width: 90, maxLength: 30 }),
    TAX_EMAIL: text(label('세금계산서 이메일', 'Tax invoice email'), {
      width: 180,
      pattern: email,
    }),
    REMARK: remark,
    ...changeFields,
  },
})
