import { describe, expect, it } from 'vitest'
import { codeIn, proseOf, rowsOf } from './documents.ts'
import { membersOf, optionsOf } from './members.ts'

// Sections in which the reference says "not shown".
const gaps = '2.3 3.1 3.2 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11 5.6 6 7 8 9'.split(' ')

const settings = optionsOf(
  ...['SharedOptions', 'TurnOptions', 'NotificationOptions', 'TurnKindOptions', 'NotificationKindOptions'],
  'MerchantWebhooksOptions',
)
const clientSettings = membersOf('src/client/client-options.ts', 'MerchantClientOptions')
const replySettings = membersOf('src/replies/wire/reply-settings.ts', 'ReplyOptions')

const page = 'docs/assumptions.md'
const rows = rowsOf(page).filter(([first]) => first !== 'Not shown')

describe('the assumptions', () => {
  it('cover every section that says "not shown"', () => {
    const text = proseOf(page)
    const named = new Set(text.match(/(?<![\d.])[2-9](?:\.\d{1,2})?(?![\d.,]*\d)/g))
    expect(gaps.filter((section) => !named.has(section))).toEqual([])
  })

  it('say of each gap what was chosen', () => {
    expect(rows.length).toBeGreaterThan(25)
    expect(rows.filter(([gap = '', choice = '']) => !/^\d/.test(gap) || choice === '')).toEqual([])
  })

  it('name only settings that there are', () => {
    const named = rows.flatMap(([, , setting = '']) => codeIn(setting))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => ![...settings, ...replySettings, ...clientSettings].includes(name))).toEqual([])
  })
})
