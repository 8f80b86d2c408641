import { useRef, useState, type DragEvent, type JSX, type KeyboardEvent } from 'react'
import { currentMenu, saveFavourites, titleOf } from '../app/menu.ts'
import type { MenuItem } from '../app/wire.ts'
import { t } from '../language.ts'
import { showMessage } from './message.tsx'
import { notify } from './notify.tsx'
import { openPopup, type PopupProps } from './popup-stack.ts'

/** Reorders the favourites, removes some and marks the one that opens first (spec §4). */
export async function openFavouritesEditor(): Promise<void> {
  const title = t({ ko: '즐겨찾기 편집', en: 'Edit the favourites' })
  await openPopup(FavouritesEditor, { width: 460, height: 480, title })
}

/** The list with the item at one place moved to another. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Only one favourite opens by itself: marking one unmarks the others. */
export function withInitial(items: readonly MenuItem[], id: string): readonly MenuItem[] {
  return items.map((item) => {
    const marked = item.MENU_ID === id && item.INIT_YN !== 'Y'
    return { ...item, INIT_YN: marked ? 'Y' : 'N' }
  })
}

function FavouritesEditor({ close }: PopupProps<true>): JSX.Element {
  const [items, setItems] = useState(currentMenu().favourites)
  const [at, setAt] = useState(0)
  async function save(): Promise<void> {
    try {
      notify('success', await saveFavourites(items))
      close(true)
    } catch (error) {
      await showMessage({ kind: 'error', text: (error as Error).message })
    }
  }
  return (
    <div className="favourites-editor">
      <p className="quiet">
        {t({
          ko: 'Alt+↑↓ 순서 · Space 첫 화면 · Del 빼기 · Ctrl+Enter 저장 · Esc 되돌리기',
          en: 'Alt+↑↓ order · Space first screen · Del remove · Ctrl+Enter save · Esc undo',
        })}
      </p>
      <FavouriteRows
        items={items}
        at={Math.min(at, items.length - 1)}
        setAt={setAt}
        change={setItems}
        save={() => void save()}
      />
      <div className="popup-buttons">
        <button type="button" className="button" data-main="" onClick={() => void save()}>
          {t({ ko: '저장', en: 'Save' })}
        </button>
        <button type="button" className="button" onClick={() => close()}>
          {t({ ko: '되돌리기', en: 'Undo' })} Esc
        </button>
      </div>
    </div>
  )
}

interface RowsProps {
  readonly items: readonly MenuItem[]
  readonly at: number
  readonly setAt: (at: number) => void
  readonly change: (items: readonly MenuItem[]) => void
  readonly save: () => void
}

function FavouriteRows({ items, at, setAt, change, save }: RowsProps): JSX.Element {
  const dragged = useRef<number | undefined>(undefined)
  function move(from: number, to: number): void {
    change(moved(items, from, to))
    setAt(Math.min(Math.max(to, 0), items.length - 1))
  }
  function onKeyDown(event: KeyboardEvent): void {
    const here = items[at]
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step !== undefined && event.altKey) move(at, at + step)
    else if (step !== undefined) setAt(Math.min(Math.max(at + step, 0), items.length - 1))
    else if (event.key === 'Delete') change(items.toSpliced(at, 1))
    else if (event.key === ' ' && here) change(withInitial(items, here.MENU_ID))
    else if (event.key === 'Enter' && event.ctrlKey) save()
    else return
    event.preventDefault()
  }
  const drop = (event: DragEvent, to: number): void => {
    event.preventDefault()
    if (dragged.current !== undefined) move(dragged.current, to)
  }
  return (
    <div
      className="help-rows"
      role="listbox"
      tabIndex={0}
      data-autofocus=""
      aria-label={t({ ko: '즐겨찾기', en: 'Favourites' })}
      aria-activedescendant={items[at] ? `favourite-${items[at].MENU_ID}` : undefined}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <div
          key={item.MENU_ID}
          id={`favourite-${item.MENU_ID}`}
          role="option"
          aria-selected={index === at}
          className="help-row favourite-row"
          draggable
          onDragStart={() => (dragged.current = index)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => drop(event, index)}
          onClick={() => setAt(index)}
        >
          <span>{t(titleOf(item))}</span>
          {item.INIT_YN === 'Y' && (
            <span className="tone-accent">{t({ ko: '첫 화면', en: 'Opens first' })}</span>
          )}
        </div>
      ))}
    </div>
  )
}
