import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const returnsArea: Area = {
  name: 'returns',
  title: label('반품', 'Returns'),
  menus: [
    menuGroup('inb', label('입고', 'Inbound'), 'inb', [
      ['ReturnCreate', 'RTC', '반품접수', 'Returns'],
      ['CReturnCreateSingle', 'CRTC', '고객 반품요청', 'Customer return request'],
    ]),
  ],
}
