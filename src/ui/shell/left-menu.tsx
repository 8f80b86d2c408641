import { lazy, Suspense, useEffect, useRef, type JSX, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { editFavourites, useFavouritesDraft } from '#ui/remote/favourites-draft.ts'
import { focusPage } from '#ui/tabs/focus.ts'
import { useScrollIntoView } from '#ui/base/use-scroll-into-view.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { isFavourite, menuItemTitle, useMenu } from '#ui/remote/menu.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { shellState, togglePinned } from '#ui/base/shell-state.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { findPage, usePages } from '#ui/tabs/page-registry.ts'
import { useTabs } from '#ui/tabs/tabs.ts'
import { MenuRowLine } from './menu-row-line.tsx'
import { menuIcons } from './menu-icons.ts'
import { useLeftMenu } from './use-left-menu.ts'
import { label } from '#kernel/label.ts'

/** Keys pressed during loading are delivered to the list. */
const FavouritesEdit = lazy(async () => ({
  default: await bufferKeysWhile(
    loadCode(async () => (await import('./lazy-pages.ts')).FavouritesEdit),
  ),
}))

/** Left menu, 270 px wide, or a 54 px rail that expands on hover or focus. */
export function LeftMenu(): JSX.Element {
  useLanguage()
  const { menuPinned, menuOut } = useSnapshot(shellState)
  usePages()
  const { active } = useTabs()
  // A station uses the full width.
  const isPinned = menuPinned && findPage(active)?.station === undefined
  const isShown = isPinned || menuOut
  return (
    <nav
      className="left-menu"
      data-zone="menu"
      data-pinned={isPinned || undefined}
      data-out={menuOut || undefined}
      aria-label={t(label('메뉴', 'Menu'))}
      onMouseLeave={() => {
        if (!document.activeElement?.closest('.left-menu')) shellState.menuOut = false
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) shellState.menuOut = false
      }}
    >
      {!isPinned && <MenuRail />}
      {isShown && (
        <div className="menu-sheet">
          <MenuTree />
        </div>
      )}
    </nav>
  )
}

function MenuIcon({
  item,
}: {
  readonly item: ReturnType<typeof useMenu>['tree'][number]
}): JSX.Element {
  const icon = item.MENU_ICON ?? ''
  const strokes = menuIcons[icon]
  return (
    <span aria-hidden="true" title={t(menuItemTitle(item))}>
      {strokes ? (
        <svg viewBox="0 0 16 16">
          <path d={strokes} />
        </svg>
      ) : (
        icon.slice(0, 2) || t(menuItemTitle(item)).slice(0, 1)
      )}
    </span>
  )
}

function MenuRail(): JSX.Element {
  const { tree, favourites } = useMenu()
  const slideOut = (): void => {
    shellState.menuOut = true
  }
  return (
    <div className="menu-rail" onMouseEnter={slideOut}>
      <button
        type="button"
        aria-label={t(label('메뉴 고정', 'Pin the menu'))}
        onClick={togglePinned}
      >
        ☰
      </button>
      {tree.map((item) => (
        <MenuIcon key={item.MENU_ID} item={item} />
      ))}
      {favourites.length > 0 && <span aria-hidden="true">⋆</span>}
    </div>
  )
}

function MenuTree(): JSX.Element {
  const menu = useLeftMenu()
  const known = useMenu()
  const { menuPinned } = useSnapshot(shellState)
  const list = useRef<HTMLDivElement>(null)
  const current = menu.rows[menu.at]
  useScrollIntoView(list, '[data-current]', current?.key)
  useScrollIntoView(list, '[data-active]', menu.activeAbbr)
  const input = useRef<HTMLInputElement>(null)
  useStartEvents(menu.start, input)
  const isFiltering = menu.text.trim() !== ''
  const line = (row: (typeof menu.rows)[number]): JSX.Element => (
    <MenuRowLine
      key={row.key}
      row={row}
      current={row.key === current?.key}
      active={row.item.MENU_ABBR === menu.activeAbbr && row.kind !== 'group'}
      favourite={isFavourite(known, row.item.MENU_ABBR)}
      choose={() => menu.choose(row)}
    />
  )
  const mine = menu.rows.filter((row) => row.kind === 'favourite')
  const tree = menu.rows.filter((row) => row.kind !== 'favourite')
  return (
    <>
      <div ref={list} className="menu-tree">
        {!isFiltering && <Favourites lines={mine.map(line)} />}
        <MenuHeading text={t(menuTitle)} keys={commandKeyLabel('app.menu')}>
          <button type="button" onClick={togglePinned}>
            {menuPinned ? t(label('접기', 'Collapse')) : t(label('고정', 'Pin'))}
          </button>
        </MenuHeading>
        {tree.length === 0 ? (
          <p className="menu-hint">{t(nothingFound)}</p>
        ) : (
          <div id="menu-all" role="tree" aria-label={t(menuTitle)}>
            {tree.map(line)}
          </div>
        )}
      </div>
      <MenuInput menu={menu} current={current?.key} inputRef={input} />
    </>
  )
}

function Favourites({ lines }: { readonly lines: readonly JSX.Element[] }): JSX.Element {
  const draft = useFavouritesDraft()
  const heading = (
    <MenuHeading text={`★ ${t(favouritesTitle)}`} keys={commandKeyLabel('app.favourites')}>
      {draft ? (
        <span className="quiet">{t(label('편집 중', 'editing'))}</span>
      ) : (
        <button type="button" disabled={lines.length === 0} onClick={editFavourites}>
          {t(label('편집', 'Edit'))}
        </button>
      )}
    </MenuHeading>
  )
  return (
    <>
      {heading}
      {draft && (
        <Suspense>
          <FavouritesEdit items={draft} />
        </Suspense>
      )}
      {!draft && lines.length === 0 && <p className="menu-hint">{t(noFavourites)}</p>}
      {!draft && lines.length > 0 && (
        <div id="menu-favourites" role="tree" aria-label={t(favouritesTitle)}>
          {lines}
        </div>
      )}
    </>
  )
}

const menuTitle = label('메뉴', 'Menu')
const favouritesTitle = label('즐겨찾기', 'Favourites')
const noFavourites = label(
  '화면 제목의 ☆ 또는 Alt+⇧B로 추가하세요.',
  'Add with ☆ next to a title, or Alt+⇧B.',
)
const nothingFound = label('일치하는 화면이 없습니다.', 'No matching screens.')

interface HeadingProps {
  readonly text: string
  readonly keys: string
  readonly children: JSX.Element
}

function MenuHeading({ text, keys, children }: HeadingProps): JSX.Element {
  return (
    <div className="menu-heading">
      <span>
        {text} <small>{keys}</small>
      </span>
      {children}
    </div>
  )
}

type Start = ReturnType<typeof useLeftMenu>['start']

function useStartEvents(start: Start, input: RefObject<HTMLInputElement | null>): void {
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    const element = input.current
    const listen = (event: Event): void => {
      latest.current((event as CustomEvent<'favourites' | 'tree'>).detail)
    }
    element?.addEventListener('menu-start', listen)
    return () => element?.removeEventListener('menu-start', listen)
  }, [input])
}

interface InputProps {
  readonly menu: ReturnType<typeof useLeftMenu>
  readonly current: string | undefined
  readonly inputRef: RefObject<HTMLInputElement | null>
}

function MenuInput({ menu, current, inputRef }: InputProps): JSX.Element {
  return (
    <div className="menu-input">
      <input
        ref={inputRef}
        className="input"
        data-menu-input=""
        data-zone-entry=""
        role="combobox"
        aria-expanded="true"
        aria-controls="menu-favourites menu-all"
        aria-activedescendant={current ? `menu-${current}` : undefined}
        aria-label={t(label('메뉴 찾기', 'Find in the menu'))}
        placeholder={t(label('메뉴 찾기 · ↑↓ ↵', 'Find · ↑↓ ↵'))}
        autoComplete="off"
        spellCheck={false}
        value={menu.text}
        onChange={(event) => menu.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return menu.onKeyDown(event)
          event.preventDefault()
          if (menu.text === '') focusPage()
          else menu.type('')
        }}
      />
    </div>
  )
}
