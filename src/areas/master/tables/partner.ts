import { companyPhone } from '#kernel/contact-text.ts'
import { code, flag, integer, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, ownerRef, remark, useFlag } from './references.ts'

export const partnerContact = {
  MANAGER_NM: text(label('담당자', 'Contact'), { width: 90, maxLength: 50 }),
  PHONE_NO: text(label('전화번호', 'Phone'), {
    width: 120,
    maxLength: 20,
    pattern: companyPhone,
    personal: true,
  }),
  ADDRESS: text(label('주소', 'Address'), { width: 260, maxLength: 200 }),
}

export const supplier = defineTable({
  name: 'supplier',
  title: label('공급처', 'Supplier'),
  key: ['OWNER_CD', 'SUPPLIER_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    SUPPLIER_CD: code(label('공급처코드', 'Supplier code'), { required: true, width: 110 }),
    SUPPLIER_NM: text(label('공급처명', 'Supplier name'), { required: true, width: 180 }),
    ...partnerContact,
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

export const shipTo = defineTable({
  name: 'ship_to',
  title: label('배송처', 'Ship-to'),
  key: ['OWNER_CD', 'SHIP_TO_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    SHIP_TO_CD: code(label('배송처코드', 'Ship-to code'), { required: true, width: 110 }),
    SHIP_TO_NM: text(label('배송처명', 'Ship-to name'), { required: true, width: 180 }),
    COUNTRY_NM: text(label('국가', 'Country'), { width: 120 }),
    ...partnerContact,
    SHELF_LIFE_DAYS: integer(label('최소잔여일', 'Min. remaining days'), {
      width: 90,
      min: 0,
      max: 3650,
      default: 0,
    }),
    SAMPLE_YN: flag(label('샘플용', 'For samples'), { width: 70 }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})
