import { text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { siteText } from '../tables/site-text.ts'

/** Every text of the product that stands as it is written, and what the site says instead. */
export const siteTexts = defineQuery({
  name: 'system/site-texts',
  title: label('문구', 'Texts'),
  action: 'search',
  scope: 'company',
  search: {
    // Part of any of the four texts.
    WORDS: text(label('문구', 'Text'), { width: 200 }),
    ...pick(siteText, ['KIND_CD', 'AREA_NM', 'OWN_YN', 'LACK_CD', 'FIXED_CD', 'TEXT_KEY']),
  },
  output: siteText.fields,
})

/** What the site says, for everybody; empty is what the product says. */
export const saveSiteTexts = defineProcedure({
  name: 'system/save-site-texts',
  title: label('문구 저장', 'Save texts'),
  action: 'save',
  scope: 'company',
  bound: 'refused',
  input: pick(siteText, ['TEXT_KEY', 'SITE_KO', 'SITE_EN']),
  rowsMax: 5_000,
})
