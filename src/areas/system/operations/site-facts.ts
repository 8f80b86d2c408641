import { dateTime, flag, integer, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import {
  autoNumberRule,
  codeGroup,
  commonCode,
  dataWord,
  menuStep,
  siteMenu,
} from '../tables/site-facts.ts'

const company = { scope: 'company', bound: 'open' } as const

/** Document numbering rules, with the next three numbers before and after a pending change. */
export const numberRules = defineQuery({
  ...company,
  // The next number reveals how many documents all owners have made.
  bound: 'refused',
  name: 'system/number-rules',
  title: label('채번규칙', 'Number rules'),
  action: 'search',
  search: pick(autoNumberRule, ['RULE_CD', 'RULE_NM']),
  output: autoNumberRule.fields,
})

/** Changes rules from their next period. An empty value cancels a pending change. */
export const saveNumberRules = defineProcedure({
  ...company,
  name: 'system/save-number-rules',
  bound: 'refused',
  title: label('채번규칙 저장', 'Save number rules'),
  action: 'save',
  input: pick(autoNumberRule, ['RULE_CD', 'NEXT_PREFIX', 'NEXT_PATTERN', 'NEXT_DIGITS']),
  maxRows: 200,
})

/** Code lists of the site, and built-in ones, which are read-only. */
export const codeGroups = defineQuery({
  ...company,
  name: 'system/code-groups',
  title: label('코드그룹', 'Code groups'),
  action: 'search',
  search: pick(codeGroup, ['GROUP_CD', 'GROUP_NM', 'SYSTEM_YN']),
  output: codeGroup.fields,
})

export const commonCodes = defineQuery({
  ...company,
  name: 'system/common-codes',
  title: label('공통코드', 'Common codes'),
  action: 'search',
  search: { GROUP_CD: withOptions(commonCode.fields.GROUP_CD, { required: true }) },
  output: commonCode.fields,
})

const { SYSTEM_YN: _system, CODE_COUNT: _count, ...groupInput } = codeGroup.fields
const { GROUP_CD: _group, USE_COUNT: _uses, ...codeInput } = commonCode.fields

export const saveCodes = defineProcedure({
  ...company,
  name: 'system/save-codes',
  bound: 'refused',
  title: label('공통코드 저장', 'Save codes'),
  action: 'save',
  input: withoutUpdateStamps(groupInput),
  lines: withoutUpdateStamps(codeInput),
  maxRows: 5_000,
})

function withoutUpdateStamps<F extends object>(fields: F) {
  const {
    UPDATED_BY: _by,
    UPDATED_AT: _at,
    ...rest
  } = fields as F & {
    UPDATED_BY?: unknown
    UPDATED_AT?: unknown
  }
  return rest
}

export const siteMenus = defineQuery({
  ...company,
  name: 'system/site-menus',
  title: label('메뉴', 'Menus'),
  action: 'search',
  search: pick(siteMenu, ['GROUP_NM', 'MENU_ID', 'STANDARD_NM', 'MENU_NM', 'HIDE_YN']),
  output: siteMenu.fields,
})

/**
 * Saves names, groups, order and icons of menus for the entire site. An empty value restores the
 * default.
 */
export const saveSiteMenus = defineProcedure({
  ...company,
  name: 'system/save-site-menus',
  bound: 'refused',
  title: label('메뉴 저장', 'Save menus'),
  action: 'save',
  input: pick(siteMenu, [
    'MENU_ID',
    'UPPER_MENU_ID',
    'MENU_NM',
    'ENGLISH_NM',
    'ICON_CD',
    'MENU_SEQ',
    'HIDE_YN',
  ]),
  maxRows: 2_000,
})

/** Moves a menu one step: past its neighbour, into the previous group, or out of its group. */
export const moveMenu = defineProcedure({
  ...company,
  name: 'system/move-menu',
  with: [saveSiteMenus],
  bound: 'refused',
  title: label('메뉴 이동', 'Move a menu'),
  action: 'save',
  input: { ...pick(siteMenu, ['MENU_ID']), STEP_CD: menuStep },
  maxRows: 1,
})

/** Undoes the caller's last menu change completely. */
export const undoMenuChange = defineProcedure({
  ...company,
  name: 'system/undo-menu-change',
  with: [saveSiteMenus],
  bound: 'refused',
  title: label('마지막 메뉴 변경 되돌리기', 'Undo the last menu change'),
  action: 'save',
  input: {},
  maxRows: 1,
})

export const siteScreens = defineQuery({
  ...company,
  name: 'system/screens',
  title: label('화면', 'Screens'),
  action: 'search',
  search: pick(siteMenu, ['GROUP_NM', 'MENU_ID', 'MENU_NM', 'PATH']),
  output: {
    ...pick(siteMenu, ['GROUP_NM', 'MENU_ID', 'MENU_NM', 'ABBR', 'PATH']),
    QUERIES: text(label('조회 서비스', 'Search services'), { width: 260 }),
    PROCEDURES: text(label('저장 서비스', 'Save services'), { width: 260 }),
    OFFERED: text(label('제공 기능', 'Functions'), { width: 200 }),
    ROLE_NMS: text(label('보유 역할', 'Roles'), { width: 220 }),
    USE_COUNT: integer(label('30일 방문', 'Visits in 30 days'), { width: 90 }),
  },
})

export const dataWords = masterOperations('system', 'data-word', dataWord)

/** Documented columns of the product, and unexplained words in their names. */
export const dataColumns = defineQuery({
  ...company,
  name: 'system/data-columns',
  title: label('데이터사전', 'Data dictionary'),
  action: 'search',
  search: {
    TABLE_NM: text(label('테이블', 'Table'), { width: 150 }),
    COLUMN_NM: text(label('컬럼', 'Column'), { width: 160 }),
    LABEL_NM: text(label('이름', 'Label'), { width: 140 }),
    KNOWN_YN: flag(label('표준', 'Standard'), { default: null, width: 70 }),
  },
  output: {
    TABLE_NM: text(label('테이블', 'Table'), { width: 150 }),
    TABLE_TITLE: text(label('테이블명', 'Table title'), { width: 130 }),
    COLUMN_NM: text(label('컬럼', 'Column'), { width: 160 }),
    LABEL_NM: text(label('이름', 'Label'), { width: 140 }),
    ENGLISH_NM: text(label('영문명', 'English name'), { width: 140 }),
    KIND: text(label('종류', 'Kind'), { width: 80 }),
    LENGTH_MAX: integer(label('길이', 'Length')),
    SCALE: integer(label('소수', 'Decimals')),
    REQUIRED_YN: flag(label('필수', 'Required')),
    KEY_YN: flag(label('키', 'Key')),
    CODES: text(label('코드·찾기', 'Codes or lookup'), { width: 130 }),
    MEANING: text(label('단어 뜻', 'Word meanings'), { width: 200 }),
    UNKNOWN_WORDS: text(label('미등록 단어', 'Unlisted words'), { width: 140 }),
    KNOWN_YN: flag(label('표준', 'Standard'), { default: null, width: 70 }),
  },
})

/** Time at which a mail server first accepted a mail from this site. Returns no row before that. */
export const firstMail = defineQuery({
  ...company,
  name: 'system/first-mail',
  menus: ['SendEmailPopup'],
  title: label('첫 메일 발송', 'First email sent'),
  action: 'search',
  search: {},
  output: { MAIL_SENT_AT: dateTime(label('발송일시', 'Sent at')) },
})

export const siteFacts = defineQuery({
  ...company,
  bound: 'refused',
  name: 'system/site-facts',
  title: label('시스템 상태', 'System status'),
  action: 'search',
  search: { FACT_NM: text(label('항목', 'Field'), { width: 220 }) },
  output: {
    FACT_NM: text(label('항목', 'Field'), { width: 260 }),
    FACT_VALUE: text(label('값', 'Value'), { width: 420 }),
    GOOD_YN: flag(label('정상', 'Good'), { default: null, width: 70 }),
  },
})
