import type { JSX } from 'react'
import { PopupFrame } from './popup-frame.tsx'
import { usePopups } from './popup-stack.ts'

/** Draws the stack of popups; all but the one in front are out of reach. */
export function PopupHost(): JSX.Element | null {
  const popups = usePopups()
  if (popups.length === 0) return null
  return (
    <div className="veil">
      {popups.map((popup, index) => (
        <PopupFrame
          key={popup.id}
          popup={popup}
          depth={index}
          covered={index < popups.length - 1}
        />
      ))}
    </div>
  )
}
