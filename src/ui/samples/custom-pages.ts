import type { ComponentType } from 'react'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { ChartTemplatePage } from './chart-page.tsx'
import { ControlTemplatePage } from './control-template-page.tsx'
import { GridTemplatePage } from './grid-template-page.tsx'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'

/** Components of the screens that no kind describes, by the name their screen gives. */
export const customPages: Readonly<Record<string, ComponentType<PageProps<PaneScreen>>>> = {
  'chart-template': ChartTemplatePage,
  'control-template': ControlTemplatePage,
  'grid-template': GridTemplatePage,
}
