import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { silentLog } from '../../../src/log.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { registration, report } from '../../inbox/look/entries.ts'

describe('a confirmed redrive is done once, also', () => {
  it('where a process that knows nothing of the first one gets it again, and all are dead again', async () => {
    const { store, inbox, die } = await withDead(3)
    const { dryRun, redrive } = await newProcess()
    const { fitting: _fitting, count: _count, ...order } = await dryRun(inbox, 'redrive', {}, Date.now())
    expect(await redrive(inbox, order, Date.now(), 'Ama')).toEqual({ redriven: 3, skipped: 0 })
    for (let number = 0; number < 3; number++) await die(2)
    const other = await newProcess()
    await expect(other.redrive(inbox, order, Date.now(), 'Ama')).rejects.toMatchObject({
      code: 'FMW_OPERATOR_CONFIRMATION',
    })
    expect(await store.claim(1)).toEqual([])
  })
})

/** As after a restart: nothing is remembered of what was confirmed. */
function newProcess(): Promise<typeof import('../../../src/operations/page/bulk.ts')> {
  return import(`${new URL('../../../src/operations/page/bulk.ts', import.meta.url).pathname}?${randomUUID()}`)
}

async function withDead(count: number) {
  const { inbox: store, trail: look } = memoryStore().open({ registration, log: silentLog })
  const die = async (number: number) => {
    const [claim] = await store.claim(1)
    if (claim === undefined) throw new Error('Nothing is due')
    const attempt = { number, startedAt: 0, ms: 1, error: 'closed', replay: number > 1 }
    await store.settle(claim, { state: 'dead', attempt })
  }
  for (let number = 0; number < count; number++) {
    await store.accept(report(`e${number}`), false)
    await die(1)
  }
  return { store, inbox: new Inbox({ look: store, trail: new Trail(look, registration), registration }), die }
}
