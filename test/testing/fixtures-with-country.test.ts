import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainEvent } from '../../src/pushes/event.ts'
import { replay } from '../../src/testing/replay.ts'
import { type ReceivingApp, receivingApp } from './receiving-app.ts'

describe('Fixtures with a national number, where the setting country says which nation', () => {
  let receiving: ReceivingApp

  beforeAll(async () => {
    receiving = await receivingApp({ country: 'GH' })
  })
  afterAll(() => receiving.app.close())

  it.each([
    ['ussd/mobile-national', 'mobileInternational'],
    ['checkout/phone-national', 'customerPhoneInternational'],
    ['deliveryReport/to-national', 'toInternational'],
    ['inboundMessage/from-national', 'fromInternational'],
  ])('%s has its international form', async (name, field) => {
    await replay(receiving.app, name)

    expect(receiving.takeEvents().map(plainEvent)).toMatchObject([{ [field]: '+233000000000' }])
  })
})
