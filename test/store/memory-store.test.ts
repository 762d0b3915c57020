import { describe, expect, it } from 'vitest'
import { memoryStore, type Store } from '../../src/index.ts'
import { appWith } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'

describe('the memory store', () => {
  it('says that it keeps nothing', () => {
    expect(memoryStore()).toMatchObject({ name: 'memory', durability: 'none' })
  })

  it('cannot be made to say otherwise', () => {
    expect(Object.isFrozen(memoryStore())).toBe(true)
  })

  it('is what a registration without money has when it is given none', async () => {
    const lines = linesOf()
    const app = await appWith(
      { store: undefined, deliveryReport: () => undefined },
      { server: { logger: lines.logger } },
    )
    await app.ready()
    expect(lines.saying('are received')).toMatchObject([{ routes: [{ store: 'memory', durability: 'none' }] }])
  })

  it('may be another, whose name and durability the boot table shows', async () => {
    const lines = linesOf()
    const store: Store = { ...memoryStore(), name: 'ledger', durability: 'power' }
    const app = await appWith({ store, checkout: () => undefined }, { server: { logger: lines.logger } })
    await app.ready()
    expect(lines.saying('are received')).toMatchObject([{ routes: [{ store: 'ledger', durability: 'power' }] }])
  })
})
