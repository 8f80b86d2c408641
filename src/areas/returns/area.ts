import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const returnsArea: Area = {
  name: 'returns',
  title: label('반품', 'Returns'),
  menus: [
    menuGroup('inb', label('입고', 'Inbound'), 'inb', [
      ['ReturnCreate', 'RTC', '반품접수', 'Returns'],
      ['ReturnArrival', 'RTA', '반품도착', 'Return arrival'],
      ['ReturnInspect', 'RTI', '반품검품', 'Return inspection'],
      ['ReturnDecide', 'RTD', '처분승인', 'Return dispositions'],
      ['CReturnCreateSingle', 'CRTC', '고객 반품요청', 'Customer return request'],
      ['CReturnDecide', 'CRTD', '고객 처분승인', 'Customer return dispositions'],
    ]),
    menuGroup('mst', label('기준정보', 'Master data'), 'mst', [
      ['ReturnPolicy', 'RTP', '반품정책', 'Return policies'],
    ]),
  ],
}
