// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setMenu } from '#ui/remote/menu.ts'
import { describeWhen, describeWhere } from '#ui/keys/describe-when.ts'

const alloc = {
  MENU_ID: 'Alloc',
  MENU_PATH: '/out/Alloc',
  MENU_NM: '할당',
  MENU_NM_EN: 'Allocation',
  isFavorite: false,
  actions: ['search'],
}

test.each([
  ['grid && !editing', '그리드에서, 칸 편집 중이 아닐 때'],
  ['screen == Alloc && can.save', '할당 화면, 저장 권한'],
  ['sheet == map || zone == search', '가져오기의 열 지정 단계 또는 조회 조건에서'],
  ['screen == Elsewhere', 'Elsewhere 화면'],
  ["screen != ''", 'Home 외'],
  ['offers.search && zone == chart', '차트에서'],
  ['offers.search', ''],
  ['!(grid && past)', '그리드 밖에서 또는 현재 시점을 볼 때'],
])('%s is described as %s', (when, words) => {
  setMenu({ menuHierarchyList: [], menuMap: { ALC: alloc }, popupMap: {}, myMenuList: [] })
  expect(describeWhen(when).ko).toBe(words)
})

test.each([
  ['screen == Elsewhere && grid', '그리드에서'],
  ['screen == Elsewhere || screen == Alloc', '할당 화면'],
  ['offers.search && (screen == Elsewhere || screen == Another)', ''],
  ['!(screen == Elsewhere)', ''],
])('the place of a command that needs %s does not name screens by their route', (when, words) => {
  setMenu({ menuHierarchyList: [], menuMap: { ALC: alloc }, popupMap: {}, myMenuList: [] })
  expect(describeWhere({}, when)).toBe(words)
})
