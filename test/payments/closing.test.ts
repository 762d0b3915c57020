import { describe, expect, it } from 'vitest'
import type { PaymentConfirmer } from '../../src/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { payingService, silence } from './paying-service.ts'
import { idOf, inShort, openShop, reference, sqliteFile } from './shop.ts'

describe('an application that closes while the service is asked', () => {
  it('does not wait for the answer: who starts next asks again', async () => {
    const service = await payingService()
    const file = sqliteFile()
    service.answerWith(silence)
    const first = await openShop({ store: sqliteHere(file), shutdownTimeout: 10 }, { service })
    await first.push()
    await eventually(() => service.questions().length === 1)
    await first.app.close()
    service.answerWith(undefined)
    service.know(reference, 'Settled')
    const second = await openShop({ store: sqliteHere(file) }, { service })
    await second.untilTold(1)
    expect(first.told).toEqual([])
    expect(second.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
  })

  it('tells whoever is asked', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const confirmWith: PaymentConfirmer = {
      transactions: {
        status: (_question, options) => {
          signals.push(options?.signal)
          return new Promise(() => undefined)
        },
      },
    }
    const shop = await openShop({ store: sqliteHere(sqliteFile()), confirmWith, shutdownTimeout: 10 })
    await shop.push()
    await eventually(() => signals.length === 1)
    await shop.app.close()
    expect(signals[0]?.aborted).toBe(true)
  })
})
