import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forEachRequest } from './for-each-request.ts'
import { loadRivals, type Screen } from './rivals.ts'
import { settled } from './settled.ts'
import { openOrders } from './shop.ts'
import { answering, dialling } from './wire.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] }))
afterEach(() => void vi.useRealTimers())

describe.each(await loadRivals())('a purchase that takes a minute in $name', (rival) => {
  it('is a minute without any screen, of which the service waits seven seconds', async () => {
    const orders = openOrders()
    const run = forEachRequest(rival, { orders })
    for (const push of [dialling(), answering(2, '1'), answering(3, '2')]) await run(push)
    const finish = orders.hold()
    const screens: Screen[] = []
    void run(answering(4, '1')).then((screen) => screens.push(screen))
    await settled()
    vi.advanceTimersByTime(60_000)
    await settled()
    expect(screens).toEqual([])
    finish()
    await settled()
    expect(screens).toEqual([{ Type: 'Release', Message: 'Approve the prompt' }])
  })
})
