import type { JSX } from 'react'
import { t } from '#ui/base/language.ts'
import type { MenuRow } from './menu-rows.ts'

interface LineProps {
  readonly row: MenuRow
  readonly current: boolean
  readonly active: boolean
  readonly favourite: boolean
  readonly choose: () => void
}

function rowMark(row: MenuRow): string {
  if (row.kind === 'favourite') return String(row.position)
  if (row.kind === 'group') return row.expanded ? '▾' : '▸'
  return ''
}

export function MenuRowLine({ row, current, active, favourite, choose }: LineProps): JSX.Element {
  const code = row.kind === 'group' ? row.item.MENU_ID : row.item.MENU_ABBR
  return (
    <div
      id={`menu-${row.key}`}
      className="menu-row"
      role="treeitem"
      aria-level={row.level}
      aria-selected={current}
      aria-current={active ? 'page' : undefined}
      aria-expanded={row.kind === 'group' ? row.expanded : undefined}
      data-kind={row.kind}
      data-current={current || undefined}
      data-active={active || undefined}
      style={{ paddingLeft: 14 + (row.level - 1) * 22 }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      <span className="menu-mark" aria-hidden="true">
        {rowMark(row)}
      </span>
      <span className="menu-name">{t(row.title)}</span>
      {row.kind === 'screen' && favourite && <span aria-hidden="true">⋆</span>}
      {(row.kind === 'group' || active) && <span className="menu-code">{code}</span>}
    </div>
  )
}
