import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Kind } from '../../src/index.ts'
import { fixtures } from '../../src/testing/fixture.ts'
import { replay } from '../../src/testing/replay.ts'
import { expectOutcome } from './expect-outcome.ts'
import { type ReceivingApp, receivingApp } from './receiving-app.ts'

describe('Every fixture, over a real socket', () => {
  let receiving: ReceivingApp
  const addresses = new Map<Kind, string>()

  beforeAll(async () => {
    receiving = await receivingApp()
    await receiving.app.listen({ host: '127.0.0.1', port: 0 })
    for (const { kind, url } of receiving.app.merchant.urls) addresses.set(kind, url)
  })
  afterAll(() => receiving.app.close())

  it.each(fixtures())('$name comes to what it expects: $description', async (fixture) => {
    const result = await replay(addresses.get(fixture.kind) ?? '', fixture)

    expectOutcome(fixture, result, receiving.takeEvents())
  })
})
