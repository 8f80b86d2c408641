import { text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { siteText } from '../tables/site-text.ts'

/** All static texts of the product and the site's overrides. */
export const siteTexts = defineQuery({
  name: 'system/site-texts',
  title: label('문구', 'Texts'),
  action: 'search',
  scope: 'company',
  bound: 'open',
  search: {
    // Searches all four texts.
    WORDS: text(label('문구', 'Text'), { width: 200 }),
    ...pick(siteText, ['KIND_CD', 'AREA_NM', 'OWN_YN', 'LACK_CD', 'FIXED_CD', 'TEXT_KEY']),
  },
  output: siteText.fields,
})

/** Overrides of texts for all users. An empty value restores the default. */
export const saveSiteTexts = defineProcedure({
  name: 'system/save-site-texts',
  title: label('문구 저장', 'Save texts'),
  action: 'save',
  scope: 'company',
  bound: 'refused',
  input: pick(siteText, ['TEXT_KEY', 'SITE_KO', 'SITE_EN']),
  maxRows: 5_000,
})
