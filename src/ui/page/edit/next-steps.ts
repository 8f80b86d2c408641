import type { Fields, WireRow } from '#kernel/field.ts'
import { isGranted, type Operation } from '#kernel/operation.ts'
import { label } from '#kernel/label.ts'
import type { NextStep } from '#kernel/screen.ts'
import { noteDone } from '#ui/tabs/last-done.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { findScreen } from '#ui/remote/menu.ts'

function mayFollow<O extends Operation>(step: NextStep<O> | undefined): O | undefined {
  return step && isGranted(findScreen(step.on)?.actions, step.does) ? step.does : undefined
}

/** What names the rows to an operation; their versions are those of before the work. */
function namedFor(rows: readonly WireRow[], input: Fields): WireRow[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(input, name))),
  )
}

/** Keeps what may follow the work on these rows, for who may do it where it is done. */
export function offerNext(page: PageModel, rows: readonly WireRow[]): void {
  const print = mayFollow(page.screen.next?.print)
  const undo = mayFollow(page.screen.next?.undo)
  noteDone(page.tabKey, undo && { procedure: async () => undo, rows: namedFor(rows, undo.input) })
  page.followed = {
    note: page.note,
    print: print && { printOut: print, rows: namedFor(rows, print.input) },
    steps: [
      ...(print ? [{ command: 'page.print', title: print.title } as const] : []),
      ...(undo ? [{ command: 'row.undo', title: label('되돌리기', 'Undo') } as const] : []),
    ],
  }
}
