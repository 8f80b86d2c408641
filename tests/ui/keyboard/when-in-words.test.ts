// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setMenu } from '#ui/remote/menu.ts'
import { describeWhen } from '#ui/keys/describe-when.ts'

const alloc = {
  MENU_ID: 'Alloc',
  MENU_PATH: '/out/Alloc',
  MENU_NM: '할당',
  MENU_NM_EN: 'Allocation',
  isFavorite: false,
  actions: ['search'],
}

test.each([
  ['grid && !editing', '그리드에 포커스, 아님: 칸 편집 중'],
  ['screen == Alloc && can.save', '할당 화면, 저장 권한'],
  [
    'sheet == map || zone == search',
    '가져오는 시트의 단계 열 지정 또는 키보드를 받는 영역 조회 조건',
  ],
  ['screen == Elsewhere', 'Elsewhere 화면'],
])('%s is described as %s', (when, words) => {
  setMenu({ menuHierarchyList: [], menuMap: { ALC: alloc }, popupMap: {}, myMenuList: [] })
  expect(describeWhen(when).ko).toBe(words)
})
