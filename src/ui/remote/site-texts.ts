import { codeLists } from './code-lists.ts'
import { onTableChange } from './changed-elsewhere.ts'
import { loadLanguageMap } from './preferences.ts'

export function watchSiteTexts(): () => void {
  return onTableChange('site_text', () => {
    void codeLists.reload()
    loadLanguageMap().catch(() => undefined)
  })
}
