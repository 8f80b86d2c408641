import { quantity, text, withOptions, type Field, type Fields } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { defineProcedure, defineQuery, type Procedure, type Query } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import {
  partnerAttempt,
  partnerMessage,
  partnerMessageLine,
  partnerProfile,
} from '../tables/partner-message.ts'

/** Permission for partner messages of any kind includes maintaining profiles. */
const grantedWithMessages = { with: ['partner-messages'] } as const

/** Profiles: the partner, the accepted messages, and the mapping of names and codes. */
const profileOperations = masterOperations(
  'master',
  'partner-profile',
  partnerProfile,
  {},
  grantedWithMessages,
)
const { TOKEN_AT: _given, WEBHOOK_AT: _made, ...typedOfProfile } = profileOperations.save.input
export const partnerProfiles = {
  query: profileOperations.query,
  save: { ...profileOperations.save, input: typedOfProfile },
}

/** Issues a new token for a profile and shows it once. The previous token becomes invalid. */
export const issuePartnerToken = defineProcedure({
  name: 'master/issue-partner-token',
  title: label('토큰 발급', 'Issue a token'),
  ...grantedWithMessages,
  action: 'save',
  scope: 'warehouse-owner',
  maxRows: 1,
  input: pick(partnerProfile, ['OWNER_CD', 'PROFILE_CD']),
})

export interface PartnerOperations {
  readonly messages: Query
  readonly lines: Query
  readonly attempts: Query
  /** Manual entry or correction. Saving also validates the message. */
  readonly save: Procedure
  readonly convert: Procedure
  readonly cancel: Procedure
  readonly upload: Procedure
  /** Creates results of a partner's documents, for partners that do not request them themselves. */
  readonly make: Procedure
  readonly hand: Procedure
}

interface PartnerForms {
  readonly area: string
  readonly title: Label
  readonly fields: Fields
  readonly results: Fields
}

/** Accepts any text for a field, because invalid values must be visible and correctable. */
function originalMessage(field: Field): Field {
  if (field.kind === 'lookup') return { ...field, required: false }
  const { label: title, width, align, maxLength, upperCase } = field
  const longest = field.kind === 'text' ? Math.max(maxLength, 100) : 100
  return text(title, { width, align, upperCase, maxLength: longest })
}

function originalLines(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, originalMessage(field)] as const),
  )
}

const searchFields = pick(partnerMessage, [
  'MESSAGE_ID',
  'PROFILE_CD',
  'OWNER_CD',
  'DIRECTION_CD',
  'MESSAGE_NO',
  'CHANNEL_CD',
  'STATE_CD',
  'DOC_NO',
  'CREATED_AT',
  'CREATED_BY',
])
const messageKeyFields = {
  MESSAGE_ID: withOptions(partnerMessage.fields.MESSAGE_ID, { required: true }),
}

interface CommonParts {
  readonly named: (
    name: string,
    ko: string,
    en: string,
  ) => Pick<Procedure, 'name' | 'title'> & { readonly scope: 'warehouse-owner' }
  readonly head: Fields
  readonly typed: Fields
}

export function partnerOperations(forms: PartnerForms): PartnerOperations {
  const { area, title, fields, results } = forms
  const common: CommonParts = {
    named: (name, ko, en) => ({
      scope: 'warehouse-owner',
      name: `${area}/${name}`,
      title: label(`${title.ko} ${ko}`, `${en}: ${title.en}`),
    }),
    head: pick(partnerMessage, ['PROFILE_CD', 'OWNER_CD', 'MESSAGE_NO']),
    typed: originalLines(fields),
  }
  const messages = messagesQuery(common)
  const grantedWith = { with: [messages] } as const
  return {
    messages,
    ...messageQueries(common, originalLines(results), grantedWith),
    ...messageProcedures(common, fields, grantedWith),
    ...resultProcedures(common, grantedWith),
  }
}

function messagesQuery({ named }: CommonParts): Query {
  return defineQuery({
    ...named('partner-messages', '메시지 조회', 'Messages'),
    action: 'search',
    shows: 'partner-messages',
    search: searchFields,
    output: partnerMessage.fields,
  })
}

type GrantedWith = Pick<Procedure, 'with'>

function messageQueries({ named, typed }: CommonParts, results: Fields, grantedWith: GrantedWith) {
  const { OWNER_CD, ...line } = partnerMessageLine.fields
  return {
    lines: defineQuery({
      ...named('partner-message-lines', '메시지 행 조회', 'Message lines'),
      action: 'search',
      search: pick(partnerMessageLine, ['MESSAGE_ID', 'OWNER_CD', 'DOC_NO']),
      output: { ...line, OWNER_CD, ...typed, ...results },
    }),
    attempts: defineQuery({
      ...named('partner-attempts', '메시지 원문과 시도 이력', 'Original message and attempts'),
      ...grantedWith,
      action: 'search',
      search: { ...pick(partnerAttempt, ['MESSAGE_ID']), OWNER_CD },
      output: partnerAttempt.fields,
    }),
  }
}

function messageProcedures(
  { named, head, typed }: CommonParts,
  fields: Fields,
  grantedWith: GrantedWith,
) {
  return {
    save: defineProcedure({
      ...named('save-partner-messages', '메시지 저장·변환', 'Save and convert messages'),
      action: 'save',
      input: { ...pick(partnerMessage, ['MESSAGE_ID', 'REMARK']), ...head },
      lines: { ...pick(partnerMessageLine, ['MESSAGE_ID', 'LINE_NO']), ...typed },
    }),
    convert: defineProcedure({
      ...named('convert-partner-messages', '메시지 변환', 'Convert messages'),
      ...grantedWith,
      action: 'save',
      maxRows: 500,
      input: messageKeyFields,
    }),
    cancel: defineProcedure({
      ...named('cancel-partner-messages', '메시지 폐기', 'Discard messages'),
      ...grantedWith,
      action: 'save',
      maxRows: 500,
      input: {
        ...messageKeyFields,
        REASON: text(label('폐기사유', 'Reason'), { required: true, maxLength: 200 }),
      },
    }),
    upload: defineProcedure({
      ...named('upload-partner-messages', '메시지 파일', 'Message file'),
      action: 'import',
      maxRows: 5000,
      input: { ...head, ...fields },
    }),
  }
}

function resultProcedures({ named }: CommonParts, grantedWith: GrantedWith) {
  return {
    make: defineProcedure({
      ...named('make-partner-results', '결과 작성', 'Create results'),
      ...grantedWith,
      action: 'save',
      maxRows: 100,
      input: pick(partnerMessage, ['OWNER_CD', 'PROFILE_CD']),
    }),
    hand: defineProcedure({
      ...named('hand-partner-results', '결과 파일전달', 'Send results as a file'),
      ...grantedWith,
      action: 'export',
      maxRows: 500,
      input: messageKeyFields,
    }),
  }
}

/** Serials or boxes of a result line, joined without a practical limit. */
export function resultList(title: Label): Field {
  return text(title, { width: 180, maxLength: 1_000_000 })
}

/** A result quantity. Unlike an ordered quantity, it can be negative. */
export function resultQuantity(title: Label): Field {
  return quantity(title, { min: -999_999_999 })
}
