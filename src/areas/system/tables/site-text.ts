import { flag, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields } from './common-fields.ts'

const words = { width: 220, maxLength: 1000 } as const

export const siteText = defineTable({
  name: 'site_text',
  title: label('문구', 'Text'),
  key: ['TEXT_KEY'],
  fields: {
    TEXT_KEY: text(label('키', 'Key'), { required: true, width: 120, maxLength: 40 }),
    KIND_CD: select(label('종류', 'Kind'), 'text-kind', { width: 90 }),
    AREA_NM: text(label('업무', 'Area'), { width: 110 }),
    TEXT_KO: text(label('한국어', 'Korean'), words),
    TEXT_EN: text(label('영어', 'English'), words),
    SITE_KO: text(label('사이트 한국어', 'Site Korean'), words),
    SITE_EN: text(label('사이트 영어', 'Site English'), words),
    OWN_YN: flag(label('변경', 'Changed'), { default: null, width: 60 }),
    LACK_CD: select(label('누락 언어', 'Missing language'), 'text-lack', { width: 90 }),
    FIXED_CD: select(label('변경 불가 사유', 'Reason not editable'), 'text-fixed', { width: 170 }),
    PLACEHOLDERS: text(label('자리표시', 'Placeholders'), { width: 100 }),
    USE_COUNT: integer(label('사용 수', 'Uses'), { width: 60 }),
    PLACES: text(label('사용 위치', 'Used in'), { width: 300, maxLength: 4000 }),
    ...changeFields,
  },
})
