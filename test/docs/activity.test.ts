import { describe, expect, it } from 'vitest'
import { codeIn, rowsOf } from './documents.ts'
import { membersOf } from './members.ts'

describe('what happens while it runs, in the reference', () => {
  it('lists exactly the events that there are', () => {
    const shown = rowsOf('docs/reference/events.md', 'Events').map(([name = '']) => codeIn(name)[0])
    expect(shown.toSorted()).toEqual(membersOf('src/registration/events/activity.ts', 'MerchantEvents').toSorted())
  })

  it('lists everything that is counted', () => {
    const interfaces = ['TurnCounts', 'NotificationCounts', 'AttemptCounts', 'RefusedCounts']
    const file = 'src/registration/events/activity.ts'
    const counted = [...new Set(interfaces.flatMap((name) => membersOf(file, name)))]
    const shown = rowsOf('docs/reference/events.md', 'Counts')
      .map(([names = '']) => names)
      .join()
    expect(counted.length).toBeGreaterThan(10)
    expect([...new Set(codeIn(shown))].toSorted()).toEqual(counted.toSorted())
  })
})
