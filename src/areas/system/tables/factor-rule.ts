import { lookup, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { networksError } from '../rules/networks.ts'
import { changeFields, remark } from './common-fields.ts'

/** A role that requires a second factor, everywhere or outside certain networks. */
export const factorRule = defineTable({
  name: 'factor_rule',
  title: label('2단계 인증 규칙', 'Two-step login rule'),
  key: ['ROLE_CD'],
  fields: {
    ROLE_CD: lookup(label('역할', 'Role'), 'role', {
      required: true,
      width: 130,
      fills: { ROLE_NM: 'NAME' },
    }),
    ROLE_NM: text(label('역할명', 'Role name'), { width: 150 }),
    NETWORKS: text(label('제외할 네트워크', 'Exempt networks'), {
      width: 320,
      maxLength: 500,
      check: networksError,
    }),
    REMARK: remark,
    ...changeFields,
  },
})
