import { afterAll, beforeAll, describe, it } from 'vitest'
import { fixtures } from '../../src/testing/fixture.ts'
import { replay } from '../../src/testing/replay.ts'
import { expectOutcome } from './expect-outcome.ts'
import { type ReceivingApp, receivingApp } from './receiving-app.ts'

describe('Every fixture, over inject', () => {
  let receiving: ReceivingApp

  beforeAll(async () => {
    receiving = await receivingApp()
  })
  afterAll(() => receiving.app.close())

  it.each(fixtures())('$name comes to what it expects: $description', async (fixture) => {
    const result = await replay(receiving.app, fixture)

    expectOutcome(fixture, result, receiving.takeEvents())
  })
})
