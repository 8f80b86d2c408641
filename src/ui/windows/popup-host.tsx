import type { JSX } from 'react'
import { PopupFrame } from './popup-frame.tsx'
import { useClosingPopups, usePopups } from './popup-stack.ts'

export function PopupHost(): JSX.Element | null {
  const popups = usePopups()
  const leaving = useClosingPopups()
  if (popups.length + leaving.length === 0) return null
  return (
    <div className="veil" data-leaving={popups.length === 0 || undefined}>
      {[...popups, ...leaving].map((popup, index) => (
        <PopupFrame
          key={popup.id}
          popup={popup}
          depth={Math.min(index, popups.length)}
          covered={index !== popups.length - 1}
          leaving={index >= popups.length}
        />
      ))}
    </div>
  )
}
