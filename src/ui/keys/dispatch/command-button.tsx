import type { JSX, Ref } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { commandAriaKeys, commandKeyLabel, useKeys } from './keyboard.ts'
import { resolveCommand, runCommand } from './run-command.ts'

interface CommandButtonProps {
  readonly command: CommandId
  readonly title?: Label
  /** Another command whose key has the same effect here. */
  readonly keysOf?: CommandId
  readonly className?: string
  readonly isMain?: boolean
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button that runs a command. Every action is thereby in the palette, can be rebound and is
 * recorded in macros.
 */
export function CommandButton(props: CommandButtonProps): JSX.Element {
  const { command, keysOf = command, className = 'button', isMain = false, ref } = props
  useKeys()
  const { short, title } = resolveCommand(command)
  const keys = commandKeyLabel(keysOf)
  return (
    <button
      ref={ref}
      type="button"
      className={className}
      data-main={isMain ? '' : undefined}
      data-command={command}
      aria-keyshortcuts={commandAriaKeys(keysOf)}
      disabled={props.disabled}
      onClick={() => runCommand(command)}
    >
      {t(props.title ?? short ?? title)}{' '}
      {/* Screen readers announce the key as a shortcut (`aria-keyshortcuts`), not as part of the name. */}
      {keys !== '' && (
        <span className="key" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  )
}
