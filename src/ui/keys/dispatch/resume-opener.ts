import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab, findOpener } from '#ui/tabs/tabs.ts'
import { shellHandle } from './shell-reference.ts'

/** Returns to the work list that opened the active page, once its work is done. */
export function resumeOpener(tabKey: string): boolean {
  const opener = findOpener(tabKey)
  const list = opener && findPage(opener.key)
  if (!list?.resumes || activeTab().key !== tabKey) return false
  shellHandle().goBack()
  void list.handle.search()
  return true
}
