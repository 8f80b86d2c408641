import type { JSX, Ref } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { ariaKeysOf, keyOf, useKeys } from './keyboard.ts'
import { commandOf, runCommand } from './run-command.ts'

interface CommandButtonProps {
  readonly command: CommandId
  readonly title?: Label
  /** Another command whose key does the same here. */
  readonly keysOf?: CommandId
  readonly className?: string
  readonly isMain?: boolean
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button that runs a command, so that everything clickable is also in the palette, can be rebound
 * and is recorded in macros.
 */
export function CommandButton(props: CommandButtonProps): JSX.Element {
  const { command, keysOf = command, className = 'button', isMain = false, ref } = props
  useKeys()
  const { short, title } = commandOf(command)
  const keys = keyOf(keysOf)
  return (
    <button
      ref={ref}
      type="button"
      className={className}
      data-main={isMain ? '' : undefined}
      data-command={command}
      aria-keyshortcuts={ariaKeysOf(keysOf)}
      disabled={props.disabled}
      onClick={() => runCommand(command)}
    >
      {t(props.title ?? short ?? title)}{' '}
      {/* To those who hear the page it is the button's shortcut, not a part of its name. */}
      {keys !== '' && (
        <span className="key" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  )
}
