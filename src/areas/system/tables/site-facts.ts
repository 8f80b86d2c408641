import { code, date, flag, integer, lookup, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, remark, useFlag } from './common-fields.ts'

const english = text(label('영문명', 'English name'), { width: 170, maxLength: 200 })
const previewField = (title: ReturnType<typeof label>) => text(title, { width: 240 })

/** Document numbering rule, with a pending change from the next period. */
export const autoNumberRule = defineTable({
  name: 'auto_number_rule',
  title: label('채번규칙', 'Number rule'),
  key: ['RULE_CD'],
  fields: {
    RULE_CD: code(label('규칙', 'Rule'), { required: true, width: 120 }),
    RULE_NM: text(label('규칙명', 'Name'), { required: true, width: 130 }),
    PREFIX: text(label('접두', 'Prefix'), { width: 80 }),
    PERIOD_PATTERN: select(label('주기', 'Period'), 'number-period', { width: 100 }),
    DIGITS: integer(label('자릿수', 'Digits')),
    NEXT_THREE: previewField(label('다음 세 번호', 'Next three numbers')),
    NEXT_PREFIX: text(label('변경할 접두', 'New prefix'), {
      width: 90,
      maxLength: 10,
      upperCase: true,
      pattern: {
        test: /^[A-Z0-9-]*$/,
        text: label(
          '영문자, 숫자, 하이픈만 사용할 수 있습니다.',
          'Enter letters, digits and hyphens only.',
        ),
      },
    }),
    NEXT_PATTERN: select(label('변경할 주기', 'New period'), 'number-period', { width: 100 }),
    NEXT_DIGITS: integer(label('변경할 자릿수', 'New digits'), { min: 3, max: 10 }),
    NEXT_FROM_DT: date(label('적용일', 'Effective date')),
    THEN_THREE: previewField(label('변경 후 번호 예', 'Numbers after change')),
    ...changeFields,
  },
})

/** A code list of the site, or a built-in list, which is read-only. */
export const codeGroup = defineTable({
  name: 'code_group',
  title: label('코드그룹', 'Code group'),
  key: ['GROUP_CD'],
  fields: {
    GROUP_CD: text(label('코드그룹', 'Group'), {
      required: true,
      width: 150,
      maxLength: 50,
      pattern: {
        test: /^[a-z][a-z0-9-]*$/,
        text: label(
          '영문 소문자, 숫자, 하이픈으로 입력하세요.',
          'Enter lower case letters, digits and hyphens.',
        ),
      },
    }),
    GROUP_NM: text(label('그룹명', 'Group name'), { required: true, width: 170 }),
    ENGLISH_NM: english,
    SYSTEM_YN: flag(label('시스템', 'System'), { width: 70 }),
    CODE_COUNT: integer(label('코드 수', 'Codes'), { width: 70 }),
    REMARK: remark,
    ...changeFields,
  },
})

export const commonCode = defineTable({
  name: 'common_code',
  title: label('공통코드', 'Common code'),
  key: ['GROUP_CD', 'CODE_CD'],
  fields: {
    GROUP_CD: text(label('코드그룹', 'Group'), { required: true, width: 150, maxLength: 50 }),
    CODE_CD: code(label('코드', 'Code'), { required: true, width: 120 }),
    CODE_NM: text(label('코드명', 'Name'), { required: true, width: 180 }),
    ENGLISH_NM: english,
    CODE_SEQ: integer(label('순서', 'Order'), { default: 0 }),
    FROM_DT: date(label('시작일', 'Start date')),
    TO_DT: date(label('종료일', 'End date')),
    USE_YN: useFlag,
    USE_COUNT: integer(label('사용 수', 'Uses'), { width: 70 }),
    REMARK: remark,
    ...changeFields,
  },
})

export const siteMenu = defineTable({
  name: 'site_menu',
  title: label('메뉴', 'Menu'),
  key: ['MENU_ID'],
  fields: {
    MENU_ID: text(label('메뉴', 'Menu'), { required: true, width: 190, maxLength: 60 }),
    GROUP_NM: text(label('메뉴그룹', 'Menu group'), { width: 120 }),
    STANDARD_NM: text(label('기본 이름', 'Standard name'), { width: 180 }),
    TREE_NM: text(label('메뉴 트리', 'Menu tree'), { width: 230 }),
    GROUP_YN: flag(label('그룹', 'Group')),
    UPPER_MENU_ID: lookup(label('상위 메뉴', 'Parent menu'), 'menu-group', {
      upperCase: false,
      maxLength: 60,
      width: 120,
      fills: { UPPER_NM: 'NAME' },
    }),
    UPPER_NM: text(label('상위 메뉴명', 'Parent menu name'), { width: 120 }),
    PATH: text(label('경로', 'Path'), { width: 220 }),
    ABBR: text(label('약어', 'Abbreviation'), { width: 80 }),
    MENU_NM: text(label('메뉴명', 'Name'), { width: 170, maxLength: 60 }),
    ENGLISH_NM: { ...english, maxLength: 60 },
    ICON_CD: text(label('아이콘', 'Icon'), { width: 80, maxLength: 20 }),
    MENU_SEQ: integer(label('순서', 'Order'), { min: 0, max: 99_999 }),
    HIDE_YN: flag(label('숨김', 'Hidden')),
    ...changeFields,
  },
})

export const menuStep = select(label('이동', 'Move'), 'menu-step', { required: true })

export const dataWord = defineTable({
  name: 'data_word',
  title: label('표준단어', 'Standard word'),
  key: ['WORD_CD'],
  fields: {
    WORD_CD: code(label('단어', 'Word'), {
      required: true,
      width: 120,
      pattern: {
        test: /^[A-Z][A-Z0-9]*$/,
        text: label('영문 대문자와 숫자로 입력하세요.', 'Enter capital letters and digits.'),
      },
    }),
    WORD_NM: text(label('뜻', 'Meaning'), { required: true, width: 150 }),
    ENGLISH_NM: { ...english, required: true },
    USE_COUNT: integer(label('사용 수', 'Uses'), { width: 70 }),
    REMARK: remark,
    ...changeFields,
  },
})
