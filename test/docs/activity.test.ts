import { describe, expect, it } from 'vitest'
import { codeIn, read, rowsOf } from './documents.ts'
import { membersOf } from './members.ts'

describe('what happens while it runs, in the reference', () => {
  it('lists exactly the events that there are', () => {
    const shown = rowsOf('docs/reference/events.md', 'Events').map(([name = '']) => codeIn(name)[0])
    expect(shown.toSorted()).toEqual(membersOf('src/registration/events/activity.ts', 'MerchantEvents').toSorted())
  })

  it('lists everything that is counted', () => {
    const [, sources = ''] = /export type AnswerSource =([\s\S]*?)\n\n/.exec(read('src/turns/pending-request.ts')) ?? []
    const activity = read('src/registration/events/activity.ts')
    const [others = ''] = /type Counted = .*/.exec(activity) ?? []
    const [, notifications = ''] = /export type NotificationCount =([\s\S]*?)\n\n/.exec(activity) ?? []
    const words = `${sources} ${others} ${notifications}`.matchAll(/'(\w+)'/g)
    const counted = [...new Set([...words].map(([, word]) => word))]
    const shown = rowsOf('docs/reference/events.md', 'Counts')
      .map(([names = '']) => names)
      .join()
    expect(counted.length).toBeGreaterThan(10)
    expect([...new Set(codeIn(shown))].toSorted()).toEqual(counted.toSorted())
  })
})
