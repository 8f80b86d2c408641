import { navigate } from 'wouter/use-browser-location'
import { formatCount } from '#kernel/format-count.ts'
import type { ShellHandle } from '#kernel/command.ts'
import { keyboardHandle } from '#ui/keys/tools/keyboard-handle.ts'
import { label } from '#kernel/label.ts'
import { openNamedWindow } from '#ui/business/open-business-window.ts'
import { setLanguage, currentLanguage, t } from '#ui/base/language.ts'
import { confirmLeave, showMessage } from '#ui/windows/message.tsx'
import { dismissNotes, notify } from '#ui/windows/notify.tsx'
import { scanHistory } from '#ui/scanner/scanner.ts'
import { scannerHandle } from '#ui/scanner/tools/scanner-handle.ts'
import { toggleTheme } from '#ui/base/theme.ts'
import { clearDraft, clearDrafts, isWorkElsewhere } from '#ui/remote/drafts.ts'
import { editFavourites, applyToggle, undoFavourites } from '#ui/remote/favourites-draft.ts'
import { dropRestored, keepRestored } from '#ui/remote/drafts.ts'
import { focusNextZone, focusPage } from '#ui/tabs/focus.ts'
import { clearTabs } from '#ui/remote/stored-tabs.ts'
import { bufferKeysUntil, bufferKeysWhile, openWindow } from '#ui/keys/loading-keys.ts'
import { currentMenu, toggleFavourite } from '#ui/remote/menu.ts'
import { dropTab, goToTab } from '#ui/workspace/navigation.ts'
import { openByName } from '#ui/workspace/open-by-name.ts'
import { undoLastAction } from '#ui/keys/dispatch/run-command.ts'
import { provideShell } from '#ui/keys/dispatch/shell-reference.ts'
import { retryUnsaved } from '#ui/keys/macros/macro-store.ts'
import { startWithSession } from '#ui/remote/preferences.ts'
import { dirtyTabs, findPage } from '#ui/tabs/page-registry.ts'
import { currentSession, logout, setWarehouse } from '#ui/remote/session.ts'
import { shellState, togglePinned } from '#ui/base/shell-state.ts'
import { showPalette } from '#ui/keys/show-palette.ts'
import { activeTab, closeAllTabs, currentTabs, neighbourTab, findOpener } from '#ui/tabs/tabs.ts'

/**
 * Prompts before leaving unsaved edits. Returns true if there are none, they are saved or the user
 * discards them.
 */
async function confirmDiscard(keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true
  const text = t(
    label(
      `저장하지 않은 변경이 ${formatCount(keys.length)}개 탭에 있습니다. 닫기 전에 저장할까요?`,
      `There are unsaved changes in ${formatCount(keys.length, 'tab')}. Save them before closing?`,
    ),
  )
  const canSave = keys.every((key) => findPage(key)?.saveOf?.() !== undefined)
  return confirmLeave(text, canSave ? () => saveTabs(keys) : undefined)
}

/** Saves tab by tab. Stops at the first failure and leaves that tab active. */
async function saveTabs(keys: readonly string[]): Promise<boolean> {
  for (const key of keys) {
    const tab = currentTabs().tabs.find((candidate) => candidate.key === key)
    if (tab && key !== activeTab().key) goToTab(tab)
    if (!(await findPage(key)?.saveOf?.()?.())) return false
  }
  return true
}

/** Closes a tab, asking first if it has edits. Home cannot be closed. */
export async function closeTabByKey(key: string): Promise<void> {
  if (key === 'home') return
  const dirtyKeys = findPage(key)?.isDirty() ? [key] : []
  if (await confirmDiscard(dirtyKeys)) dropTab(key)
}

/** Switches the warehouse and closes all pages, because they show the previous one. */
export async function changeWarehouse(wcode: string): Promise<void> {
  if (!(await confirmDiscard(dirtyTabs()))) return
  for (const { key } of currentTabs().tabs) await clearDraft(key)
  closeAllTabs()
  const named = setWarehouse(wcode)
  navigate('/')
  await named
}

async function toggleActiveFavourite(): Promise<void> {
  const { screen } = activeTab()
  if (!screen) return
  const answer = await toggleFavourite(screen.route)
  applyToggle(screen.route, answer.data.isFavorite === true)
  if (answer.message) notify('success', answer.message)
}

function focusMenu(row: 'favourites' | 'tree'): void {
  shellState.menuOut = !shellState.menuPinned
  const enter = (): boolean => {
    const input = document.querySelector<HTMLInputElement>('[data-menu-input]')
    input?.focus()
    input?.dispatchEvent(new CustomEvent('menu-start', { detail: row }))
    return input !== null
  }
  // A collapsed menu has to render its input first. An existing input takes the next key
  // immediately.
  if (enter()) return
  bufferKeysUntil(() => document.activeElement?.matches('[data-menu-input]') === true)
  requestAnimationFrame(enter)
}

function startEditing(): void {
  if (currentMenu().favourites.length === 0) {
    const ko = '즐겨찾기가 없습니다. 화면 제목 옆 ☆를 눌러 추가하세요.'
    return notify(
      'info',
      t(label(ko, 'No favourites yet. Press ☆ beside a screen title to add one.')),
    )
  }
  shellState.menuOut = !shellState.menuPinned
  editFavourites()
}

function goBack(): void {
  if (dismissNotes()) return
  const inPage = document.activeElement?.closest('[data-panel]')
  if (!inPage) focusPage()
  else if (document.activeElement?.closest('[data-zone=search]')) {
    findPage(activeTab().key)?.handle.focus('grid')
  }
}

const unsavedElsewhereText = label(
  '다른 창에 저장하지 않은 입력도 지워집니다. 로그아웃할까요?',
  'Unsaved input in another window is deleted too. Log out?',
)

export const shell: ShellHandle = {
  keyboard: keyboardHandle,
  scanner: scannerHandle,
  openWindow: openNamedWindow,
  showRows: (source, search, shown = {}) =>
    void openWindow(import('#ui/business/rows-window.tsx'), async (popup) => {
      const query = typeof source === 'function' ? await source() : source
      await popup.openRows(query, search, shown)
    }),
  open: openByName,
  awaitCode: bufferKeysWhile,
  openPalette: (start = '') => showPalette(start),
  openHelp: () => openWindow(import('#ui/keys/tools/help-sheet.tsx'), (sheet) => sheet.openHelp()),
  closeTab: () => void closeTabByKey(currentTabs().active),
  goBack: () => {
    const opener = findOpener(activeTab().key)
    if (opener) goToTab(opener)
  },
  nextTab: (step) => goToTab(neighbourTab(step)),
  tabAt(position) {
    const tab = currentTabs().tabs[position - 1]
    if (tab) goToTab(tab)
  },
  focusMenu: () => focusMenu('tree'),
  showFavourites: () => focusMenu('favourites'),
  toggleFavourite: () => void toggleActiveFavourite(),
  editFavourites: startEditing,
  pinMenu: togglePinned,
  switchWarehouse() {
    shellState.warehouseOpen = true
  },
  showJobs: () => void openWindow(import('#ui/popups/jobs-popup.tsx'), (popup) => popup.openJobs()),
  toggleTheme,
  undoLastAction: undoLastAction,
  toggleLanguage: () => setLanguage(currentLanguage() === 'ko' ? 'en' : 'ko'),
  back: goBack,
  keepRestored() {
    keepRestored(currentTabs().active)
    focusPage()
  },
  dropRestored: () => dropRestored(currentTabs().active),
  nextZone: focusNextZone,
  notify: (text) => notify('info', t(text), { answersKey: true }),
  async logout() {
    if (!(await confirmDiscard(dirtyTabs()))) return
    const userId = currentSession().user?.userId ?? ''
    const isMore = await isWorkElsewhere(userId).catch(() => false)
    if (isMore && !(await showMessage({ kind: 'question', text: t(unsavedElsewhereText) }))) return
    await clearDrafts(userId).catch(() => undefined)
    try {
      await logout()
    } finally {
      closeAllTabs()
      clearTabs()
      undoFavourites()
      scanHistory.clear()
      navigate('/login')
    }
  },
}

export function connectShell(): void {
  provideShell(shell)
  startWithSession(retryUnsaved)
}
