import { useRef, useState } from 'react'
import { label, type Label } from '#kernel/label.ts'

export function useUndo<T>(current: () => T, take: (next: T) => void) {
  const before = useRef<T[]>([])
  const [message, setMessage] = useState<Label>()
  return {
    said: message,
    change(next: T, description: Label): void {
      before.current.push(current())
      setMessage(description)
      take(next)
    },
    undo: (): void => {
      const last = before.current.pop()
      setMessage(
        last
          ? label('실행을 취소했습니다.', 'Undone.')
          : label('되돌릴 작업이 없습니다.', 'Nothing to undo.'),
      )
      if (last) take(last)
    },
  }
}
