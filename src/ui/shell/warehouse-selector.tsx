import { useEffect, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import { focusPage } from '#ui/tabs/focus.ts'
import { commandAriaKeys, commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { useSession } from '#ui/remote/session.ts'
import { changeWarehouse } from './shell-handle.ts'
import { shellState } from '#ui/base/shell-state.ts'
import type { CodeName } from '#ui/remote/wire.ts'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

function useWarehouseKeys(count: number, now: number, choose: (index: number) => void) {
  const { warehouseOpen } = useSnapshot(shellState)
  const [moved, setMoved] = useState<number | undefined>(undefined)
  const at = moved ?? now
  function close(): void {
    setMoved(undefined)
    shellState.warehouseOpen = false
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!warehouseOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setMoved(Math.min(Math.max(at + step, 0), count - 1))
    else if (event.key === 'Enter' || event.key === ' ') choose(at)
    else if (event.key === 'Escape') {
      close()
      focusPage()
    } else if (/^[1-9]$/.test(event.key)) choose(Number(event.key) - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { at, close, onKeyDown, open: warehouseOpen }
}

export function WarehouseSelector(): JSX.Element {
  const { wcode, warehouses } = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const now = warehouses.findIndex((warehouse) => warehouse.CODE === wcode)
  const name = warehouses[now]?.NAME ?? ''
  const { at, close, onKeyDown, open } = useWarehouseKeys(
    warehouses.length,
    Math.max(now, 0),
    choose,
  )
  useEffect(() => {
    if (open) button.current?.focus()
  }, [open])

  function choose(index: number): void {
    const chosen = warehouses[index]
    close()
    focusPage()
    if (chosen && chosen.CODE !== wcode) void changeWarehouse(chosen.CODE)
  }
  return (
    <div className="warehouse" onBlur={close}>
      <button
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls="warehouses"
        aria-activedescendant={open ? `warehouse-${at}` : undefined}
        aria-label={`${t(label('창고', 'Warehouse'))} ${wcode} ${name}`}
        aria-keyshortcuts={commandAriaKeys('app.warehouse')}
        className="warehouse-button"
        onClick={() => (shellState.warehouseOpen = !open)}
        onKeyDown={onKeyDown}
      >
        <span className="warehouse-name">
          {wcode} {name}
        </span>
        <span aria-hidden="true" className="quiet">
          ▾
        </span>
        <span className="warehouse-key">{commandKeyLabel('app.warehouse')}</span>
      </button>
      {open && <WarehouseList warehouses={warehouses} at={at} choose={choose} />}
    </div>
  )
}

interface ListProps {
  readonly warehouses: readonly CodeName[]
  readonly at: number
  readonly choose: (index: number) => void
}

function WarehouseList({ warehouses, at, choose }: ListProps): JSX.Element {
  return (
    <div
      id="warehouses"
      className="warehouse-list"
      role="listbox"
      aria-label={t(label('창고', 'Warehouses'))}
    >
      {warehouses.map((warehouse, index) => (
        <div
          key={warehouse.CODE}
          id={`warehouse-${index}`}
          className="warehouse-row"
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(index)}
        >
          <span className="quiet">{index + 1}</span>
          <span>{warehouse.CODE}</span>
          <span>{warehouse.NAME}</span>
        </div>
      ))}
    </div>
  )
}
