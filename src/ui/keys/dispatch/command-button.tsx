import type { JSX, Ref } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { ariaKeysOf, keyOf, useKeys } from './keyboard.ts'
import { commandOf, runCommand } from './run-command.ts'

interface CommandButtonProps {
  readonly command: CommandId
  /** Instead of the command's own short title. */
  readonly title?: Label
  /** Another command whose key does the same here. */
  readonly keysOf?: CommandId
  readonly className?: string
  readonly isMain?: boolean
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button of a page. It is a command and nothing else, so that what can be clicked is in the
 * command line too, has a key that can be changed, and is recorded in macros.
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
