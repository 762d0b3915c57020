import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { numbers, readGroup } from '../../src/registration/options/numbers.ts'
import { readReplySettings } from '../../src/replies/index.ts'
import { defaultScreens } from '../../src/turns/screens.ts'
import { blocksOf, codeIn, documents, rowsOf } from './documents.ts'
import { membersOf, optionsOf } from './members.ts'

const rows = rowsOf('docs/reference/options.md')
const namesOf = (table: readonly string[][]) => table.flatMap(([name = '']) => codeIn(name))

describe('the options in the reference', () => {
  it('are exactly those that there are', () => {
    const interfaces = [
      'SharedOptions',
      'TurnOptions',
      'NotificationOptions',
      'TurnKindOptions',
      'NotificationKindOptions',
      'MoneyKindOptions',
      'FulfilmentKindOptions',
      'PaymentOptions',
      'MerchantWebhooksOptions',
    ]
    const all = new Set(optionsOf(...interfaces))
    expect(namesOf(rows).toSorted()).toEqual([...all].toSorted())
  })

  it.each(
    Object.entries(numbers).flatMap(([group, rows]) => {
      const owner = ['every', 'turns', 'registration'].includes(group) ? '' : `${group}.`
      return Object.entries(rows).map(([name, [usual]]) => [`${owner}${name}`, usual] as const)
    }),
  )('give %s its default of %d', (name, value) => {
    const [, shown = ''] = rows.find(([cell]) => cell === `\`${name}\``) ?? []
    expect(shown.replace(/ (?:ms|bytes|days)$/, '')).toBe(value.toLocaleString('en'))
  })
})

describe('the groups of numbers in the code of documents', () => {
  const shown = documents.flatMap(blocksOf).flatMap(({ file, line, code }) =>
    [...code.matchAll(/\b(retention|retry|reconcile|sessions): (\{[^}]*\})/g)].map(([, group = '', given = '']) => ({
      place: `${file}:${line}`,
      group,
      given,
    })),
  )

  it.each(shown.filter(({ given }) => /\d/.test(given)))('hold $group at $place', ({ group, given }) => {
    const named = group === 'retention' || group === 'retry' || group === 'reconcile' ? group : 'sessions'
    const value: unknown = runInNewContext(`(${given})`)
    expect(readGroup('', named, { '': Object({ [named]: value }) })).toMatchObject(Object(value))
  })

  it('are found', () => {
    expect(shown.map(({ place }) => place).join()).toContain('docs/guides/scaling.md')
  })
})

describe('the settings of replies in the guide', () => {
  const settings = rowsOf('docs/guides/programmable.md', 'How replies are written')

  it('are exactly those that there are', () => {
    expect(namesOf(settings).toSorted()).toEqual(
      membersOf('src/replies/wire/reply-settings.ts', 'ReplyOptions').toSorted(),
    )
  })

  it.each(Object.entries(readReplySettings()).filter(([, value]) => value !== undefined))(
    'give %s its default',
    (name, value) => {
      const [, shown] = settings.find(([cell]) => cell === `\`${name}\``) ?? []
      expect(shown).toBe(`\`'${value}'\``)
    },
  )
})

describe('the settings of reports in the guide', () => {
  it('are all there', () => {
    const shown = namesOf(rowsOf('docs/guides/fulfilment.md', 'Telling the service that you delivered'))
    const there = membersOf('src/payments/reports/report-options.ts', 'FulfilmentReportOptions')
    expect(there.length).toBeGreaterThan(4)
    expect(shown).toEqual(expect.arrayContaining(there))
  })
})

describe('the screens in the guide on the deadline', () => {
  it('are exactly those that there are, word for word', () => {
    const shown = rowsOf('docs/guides/deadline.md', 'The screens').map(([name = '', text = '']) => [
      codeIn(name)[0],
      codeIn(text)[0],
    ])
    expect(shown).toEqual(Object.entries(defaultScreens))
  })
})
