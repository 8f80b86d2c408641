import type { Screen } from '#kernel/screen.ts'
import { chartTemplateScreen } from './chart.ts'
import { controlTemplateScreen } from './control.ts'
import { gridTemplateScreen } from './grid.ts'
import { layout1Screen } from './layout1.ts'
import { layout2Screen } from './layout2.ts'
import { layout3Screen } from './layout3.ts'
import { layout5Screen } from './layout5.ts'
import { layout6Screen } from './layout6.ts'
import { layout7Screen } from './layout7.ts'
import { layout8Screen } from './layout8.ts'

export const systemScreens: readonly Screen[] = [
  layout1Screen,
  layout2Screen,
  layout3Screen,
  layout5Screen,
  layout6Screen,
  layout7Screen,
  layout8Screen,
  chartTemplateScreen,
  controlTemplateScreen,
  gridTemplateScreen,
]
