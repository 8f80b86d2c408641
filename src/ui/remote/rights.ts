import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { call } from './api.ts'
import { isImpersonating } from './session.ts'
import { onTableChange } from './changed-elsewhere.ts'
import { currentMenu, screenByAbbr, setMenu } from './menu.ts'
import { refreshTabs } from '#ui/tabs/tabs.ts'
import type { MenuResponse, MenuMapEntry } from './wire.ts'

const tables = ['role_menu', 'app_role', 'user_role', 'site_menu']

type MenuMap = Readonly<Record<string, MenuMapEntry>>

function hasPermissionChange(before: MenuMap, after: MenuMap) {
  const actions = (map: MenuMap, abbr: string): string =>
    map[abbr]?.actions.toSorted().join(' ') ?? ''
  const both = Object.keys(after).filter((abbr) => Object.hasOwn(before, abbr))
  return {
    added: Object.keys(after).length - both.length,
    lost: Object.keys(before).length - both.length,
    changed: both.filter((abbr) => actions(before, abbr) !== actions(after, abbr)).length,
  }
}

let requestCount = 0

/**
 * Reloads the menu and notifies the user of changed permissions, effective immediately. Renamed or
 * moved menu items are applied without a message.
 */
async function reloadRights(): Promise<void> {
  requestCount += 1
  const turn = requestCount
  const before = currentMenu().map
  const response = await call<MenuResponse>('/api/menuMap', {}, { isBackground: true }).catch(
    () => undefined,
  )
  if (!response || turn !== requestCount) return
  const { added, lost, changed } = hasPermissionChange(before, response.menuMap)
  setMenu(response)
  refreshTabs((abbr) => screenByAbbr(abbr))
  if (added + lost + changed === 0) return
  const ko = `관리자가 권한을 변경했습니다. 새 화면 ${added}, 제외된 화면 ${lost}, 기능이 변경된 화면 ${changed}. 입력 중인 내용은 유지됩니다.`
  const en = `Your administrator changed your permissions: screens added ${added}, removed ${lost}, changed ${changed}. Your input is kept.`
  notify('warn', t(label(ko, en)))
}

async function subscribeToDecisions(): Promise<void> {
  if (isImpersonating()) return
  const { notifyOfDecisions: tellAnswers } = await import('./own-rights.ts')
  await tellAnswers()
}

export function watchRights(): () => void {
  void subscribeToDecisions().catch(() => undefined)
  const stops = [
    ...tables.map((table) => onTableChange(table, () => void reloadRights())),
    onTableChange('grant_request', () => void subscribeToDecisions().catch(() => undefined)),
  ]
  return () => {
    requestCount += 1
    for (const stop of stops) stop()
  }
}
