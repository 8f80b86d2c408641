import { companyPhone, email } from '#kernel/contact-text.ts'
import { code, date, file, lookup, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { bizNo } from '../rules/biz-no.ts'
import { changeFields, remark, useFlag } from './common-fields.ts'

const phone = text(label('전화번호', 'Phone'), { width: 120, maxLength: 20, pattern: companyPhone })
const englishName = text(label('영문명', 'English name'), { width: 180, maxLength: 200 })

/**
 * A company that operates the site and issues its documents: statements, tax invoices, shipping
 * bills.
 */
export const corp = defineTable({
  name: 'corp',
  title: label('회사', 'Company'),
  key: ['CORP_CD'],
  fields: {
    CORP_CD: code(label('회사코드', 'Company code'), { required: true, width: 90, maxLength: 20 }),
    CORP_NM: text(label('회사명', 'Company name'), { required: true, width: 180 }),
    ENGLISH_NM: englishName,
    BIZ_NO: text(label('사업자등록번호', 'Business no.'), {
      required: true,
      width: 120,
      maxLength: 12,
      pattern: bizNo,
    }),
    SUB_BIZ_NO: text(label('종사업장번호', 'Sub-business no.'), {
      width: 100,
      maxLength: 4,
      minLength: 4,
      digitsOnly: true,
    }),
    PRESIDENT_NM: text(label('대표자', 'Representative'), { width: 100, maxLength: 50 }),
    BIZ_TYPE_NM: text(label('업태', 'Business type'), { width: 120 }),
    BIZ_ITEM_NM: text(label('종목', 'Business line'), { width: 140 }),
    ZIP_NO: text(label('우편번호', 'Postal code'), {
      width: 80,
      maxLength: 5,
      minLength: 5,
      digitsOnly: true,
    }),
    ADDRESS: text(label('주소', 'Address'), { width: 260, maxLength: 300 }),
    ENGLISH_ADDRESS: text(label('영문주소', 'English address'), { width: 260, maxLength: 300 }),
    PHONE_NO: phone,
    FAX_NO: { ...phone, label: label('팩스번호', 'Fax') },
    BANK_NM: text(label('은행', 'Bank'), { width: 100, maxLength: 50 }),
    ACCOUNT_NO: text(label('계좌번호', 'Account no.'), { width: 150, maxLength: 50 }),
    ACCOUNT_HOLDER_NM: text(label('예금주', 'Account holder'), { width: 120 }),
    TAX_EMAIL: text(label('세금계산서 이메일', 'Tax invoice email'), {
      width: 180,
      pattern: email,
    }),
    SEAL_SN: file(label('직인', 'Seal'), { fills: { SEAL_NM: 'FILE_NM' } }),
    SEAL_NM: text(label('직인 파일', 'Seal file'), { width: 160, maxLength: 255 }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

export const organization = defineTable({
  name: 'organization',
  title: label('조직', 'Organization'),
  key: ['ORG_CD'],
  fields: {
    ORG_CD: code(label('조직코드', 'Organization code'), {
      required: true,
      width: 100,
      maxLength: 20,
    }),
    CORP_CD: lookup(label('회사코드', 'Company code'), 'corp', { required: true, width: 90 }),
    ORG_NM: text(label('조직명', 'Organization name'), { required: true, width: 160 }),
    ENGLISH_NM: englishName,
    ORG_KIND_CD: select(label('구분', 'Kind'), 'organization-kind', {
      required: true,
      default: 'BRANCH',
      width: 80,
    }),
    PARENT_CD: lookup(label('소속지점', 'Branch'), 'branch', { width: 100 }),
    FROM_DT: date(label('시작일', 'Start date'), { required: true }),
    TO_DT: date(label('종료일', 'End date')),
    MANAGER_NM: text(label('책임자', 'Manager'), { width: 90, maxLength: 50 }),
    PHONE_NO: { ...phone },
    REMARK: remark,
    ...changeFields,
  },
})
