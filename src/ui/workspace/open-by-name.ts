import { t } from '#ui/base/language.ts'
import { recordOpen } from '#ui/keys/command-log.ts'
import { explainMissingRight } from '#ui/keys/dispatch/run-command.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { isBuilt } from '#ui/remote/screens.ts'
import type { Args } from '#ui/tabs/tabs.ts'
import { notify } from '#ui/windows/notify.tsx'
import { popupPages } from '#ui/popups/popup-types.ts'
import { showPopupPage } from './active-popup.tsx'
import { openScreen, showMyInfo } from './navigation.ts'
import { label } from '#kernel/label.ts'

export function openByName(name: string, args?: Args, copy = false): void {
  const screen = findScreen(name)
  if (name === 'ChangeMe' || screen?.route === 'ChangeMe') return void showMyInfo()
  const route = screen?.route ?? name
  if (Object.hasOwn(popupPages, route)) return showPopupPage(route, args)
  if (screen) return openScreen(screen, args, copy)
  if (isBuilt(route)) return void explainMissingRight({ MENU_ID: route, ACTION: 'search' })
  const ko = `'${name}' 화면이 없거나 권한이 없습니다. 관리자에게 문의하세요.`
  const en = `Screen '${name}' not found, or you do not have permission. Ask your administrator.`
  notify('warn', t(label(ko, en)))
}

/** Opens a screen the user requested by name. A running macro recording adds it as a step. */
export function openRequested(name: string, args?: Args, copy = false): void {
  recordOpen(findScreen(name)?.route ?? name, args ?? {})
  openByName(name, args, copy)
}
