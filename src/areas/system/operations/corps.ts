import { lookup, type Fields } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { corp, organization } from '../tables/corp.ts'

function withoutUpdateStamps({ UPDATED_BY: _by, UPDATED_AT: _at, ...fields }: Fields): Fields {
  return fields
}

const { CORP_CD: _corp, ...organizationLine } = withoutUpdateStamps(organization.fields)

export const saveCompany = defineProcedure({
  name: 'system/save-company',
  bound: 'refused',
  title: label('회사와 조직 저장', 'Save company and organization'),
  action: 'save',
  scope: 'company',
  input: withoutUpdateStamps(corp.fields),
  lines: organizationLine,
  maxRows: 2_000,
})

const grantedWithSave = { with: [saveCompany] }
const corpOperations = masterOperations('system', 'corp', corp, undefined, grantedWithSave)

export const corps = {
  ...corpOperations,
  query: {
    ...corpOperations.query,
    search: {
      ...corp.fields,
      CORP_CD: lookup(corp.fields.CORP_CD.label, 'corp', { width: 100 }),
    },
  },
}

export const organizations = masterOperations(
  'system',
  'organization',
  organization,
  undefined,
  grantedWithSave,
)
