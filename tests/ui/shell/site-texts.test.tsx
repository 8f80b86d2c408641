// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { label } from '#kernel/label.ts'
import { messages } from '#kernel/messages.ts'
import { message, setLanguage, setLanguageMap, t, useLanguage } from '#ui/base/language.ts'
import { titleAliases } from '#ui/page/upload/upload-titles.ts'
import { owner } from '#areas/master/tables/owner.ts'

afterEach(() => {
  cleanup()
  setLanguage('ko')
  setLanguageMap({})
})

const ownerText = { TEXT_KO: '화주', TEXT_EN: 'Owner', SITE_KO: '고객사', SITE_EN: null }

test('a site text replaces a product text if both languages match', () => {
  setLanguageMap({}, [ownerText])
  expect(t(label('화주', 'Owner'))).toBe('고객사')
  expect(t(label('화주', 'Owners'))).toBe('화주')
  setLanguage('en')
  expect(t(label('화주', 'Owner'))).toBe('Owner')
})

test('a message with placeholders uses the text of the language map', () => {
  const MSG000012 = '{0}: 꼭 적으세요.'
  setLanguageMap({ MSG000012 })
  expect(message('MSG000012', '화주')).toBe('화주: 꼭 적으세요.')
  setLanguageMap({})
  expect(message('MSG000012', '화주')).toBe(messages.MSG000012.ko.replace('{0}', '화주'))
})

test('an open page shows a changed text immediately', async () => {
  function Word() {
    useLanguage()
    return <p>{t(label('화주', 'Owner'))}</p>
  }
  const { container } = render(<Word />)
  expect(container.textContent).toBe('화주')
  setLanguageMap({}, [ownerText])
  expect(await screen.findByText('고객사')).toBeInstanceOf(HTMLElement)
})

test('the titles of the site are recognized as column titles of a sheet', () => {
  setLanguageMap({}, [
    {
      ...ownerText,
      TEXT_KO: owner.fields.OWNER_CD.label.ko,
      TEXT_EN: owner.fields.OWNER_CD.label.en,
    },
  ])
  expect(titleAliases(owner.fields)['OWNER_CD']).toContain('고객사')
})
