import { useEffect, useRef, useState, type DragEvent, type JSX, type KeyboardEvent } from 'react'
import { changeDraft, saveDraft, undoFavourites } from '#ui/remote/favourites-draft.ts'
import { menuItemTitle } from '#ui/remote/menu.ts'
import type { MenuItem } from '#ui/remote/wire.ts'
import { t } from '#ui/base/language.ts'
import { showErrors } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { label } from '#kernel/label.ts'
import { markInitial, moveItem } from './favourite-items.ts'

export function FavouritesEdit({ items }: { readonly items: readonly MenuItem[] }): JSX.Element {
  async function save(): Promise<void> {
    await showErrors(async () => {
      notify('success', await saveDraft())
      focusMenuInput()
    })
  }
  function undo(): void {
    undoFavourites()
    focusMenuInput()
  }
  return (
    <div className="favourites-edit">
      <EditRows items={items} save={() => void save()} undo={undo} />
      <p className="favourites-keys">
        <span className="key">Alt+↑↓</span> {t(label('순서', 'order'))}{' '}
        <span className="key">Space</span> {t(label('첫 화면', 'start screen'))}{' '}
        <span className="key">Del</span> {t(label('해제', 'remove'))}
      </p>
      <div className="favourites-buttons">
        <button type="button" className="button" data-main="" onClick={() => void save()}>
          {t(label('저장', 'Save'))} ↵
        </button>
        <button type="button" className="button" onClick={undo}>
          {t(label('되돌리기', 'Undo'))} Esc
        </button>
      </div>
    </div>
  )
}

/** Returns the focus to the menu, where arrow keys work after edit mode. */
function focusMenuInput(): void {
  document.querySelector<HTMLElement>('[data-menu-input]')?.focus({ preventScroll: true })
}

interface RowsProps {
  readonly items: readonly MenuItem[]
  readonly save: () => void
  readonly undo: () => void
}

function EditRows({ items, save, undo }: RowsProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  const dragged = useRef<number | undefined>(undefined)
  const [chosen, setAt] = useState(0)
  const at = Math.min(chosen, items.length - 1)
  useEffect(() => list.current?.focus(), [])

  function move(from: number, to: number): void {
    changeDraft(moveItem(items, from, to))
    setAt(Math.min(Math.max(to, 0), items.length - 1))
  }
  function onKeyDown(event: KeyboardEvent): void {
    const here = items[at]
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step !== undefined && event.altKey) move(at, at + step)
    else if (step !== undefined) setAt(Math.min(Math.max(at + step, 0), items.length - 1))
    else if (event.key === 'Delete') changeDraft(items.toSpliced(at, 1))
    else if (event.key === ' ' && here) changeDraft(markInitial(items, here.MENU_ID))
    else if (event.key === 'Enter') save()
    else if (event.key === 'Escape') undo()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const drop = (event: DragEvent, to: number): void => {
    event.preventDefault()
    if (dragged.current !== undefined) move(dragged.current, to)
    dragged.current = undefined
  }
  return (
    <div
      ref={list}
      className="favourites-list"
      role="listbox"
      tabIndex={0}
      aria-label={t(label('즐겨찾기 편집', 'Edit favourites'))}
      aria-activedescendant={items[at] ? `favourite-${items[at].MENU_ID}` : undefined}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <div
          key={item.MENU_ID}
          id={`favourite-${item.MENU_ID}`}
          role="option"
          aria-selected={index === at}
          className="menu-row"
          data-current={index === at || undefined}
          draggable
          onDragStart={() => (dragged.current = index)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => drop(event, index)}
          onClick={() => setAt(index)}
        >
          <span className="menu-mark" aria-hidden="true">
            ⠿
          </span>
          <span className="menu-name">{t(menuItemTitle(item))}</span>
          <RowMarks
            isInitial={item.INIT_YN === 'Y'}
            toggle={() => changeDraft(markInitial(items, item.MENU_ID))}
            remove={() => changeDraft(items.toSpliced(index, 1))}
          />
        </div>
      ))}
    </div>
  )
}

interface MarksProps {
  readonly isInitial: boolean
  readonly toggle: () => void
  readonly remove: () => void
}

/** Mouse controls. The keyboard equivalents are Space and Delete. */
function RowMarks({ isInitial, toggle, remove }: MarksProps): JSX.Element {
  return (
    <>
      <span className="favourite-initial" data-on={isInitial || undefined} onClick={toggle}>
        {isInitial ? t(label('첫 화면', 'start screen')) : '○'}
      </span>
      <span className="favourite-remove" aria-hidden="true" onClick={remove}>
        ×
      </span>
    </>
  )
}
