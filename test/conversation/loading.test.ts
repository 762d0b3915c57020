import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

/** Reads a price by what `read` gives, and asks two questions. */
function pricing(read: () => unknown): Script {
  return async (talk) => {
    const price = await talk.load('price', read)
    await talk.ask(`Rice is ${price}. Your name?`, text(), { id: 'name' })
    await talk.ask(`Rice is ${price}. Your street?`, text(), { id: 'street' })
    return talk.end(`Rice was ${price}`)
  }
}

describe('talk.load', () => {
  it('reads once, and gives what it read for the rest of the conversation', async () => {
    let price = 59
    const held = await hold(pricing(() => ++price))
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/^Rice is 60\./)
      .reply('Ama')
      .expectScreen(/^Rice is 60\./)
      .reply('High Street')
      .expectScreen('Rice was 60')
    expect(price).toBe(60)
  })

  it('gives what JSON makes of it, from the first run on', async () => {
    const given: unknown[] = []
    const held = await hold(async (talk) => {
      given.push(await talk.load('times', () => ({ at: new Date(0), left: [new Map()], none: undefined })))
      await talk.show('Good')
      return talk.end('Goodbye')
    })
    await held.phone().dial('*713#').reply('1')
    const times = { at: '1970-01-01T00:00:00.000Z', left: [{}] }
    expect(given).toEqual([times, times])
  })

  it.each([undefined, null, '', false, 0])('gives %j back as it is', async (value) => {
    const given: unknown[] = []
    const held = await hold(async (talk) => {
      given.push(await talk.load('value', () => value))
      await talk.show('Good')
      return talk.end('Goodbye')
    })
    await held.phone().dial('*713#').reply('1')
    expect(given).toEqual([value, value])
  })

  it('reads again what comes after a question that was gone back to', async () => {
    const read: string[] = []
    const held = await hold(async (talk) => {
      const meal = await talk.choose('Shop', ['Rice', 'Oil'])
      await talk.load('price', () => read.push(meal))
      await talk.show(`${meal} it is`)
      return talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .reply('0')
      .expectScreen(/^Shop/)
      .reply('2')
      .expectScreen(/^Oil it is/)
    expect(read).toEqual(['Rice', 'Oil'])
  })

  it('fails the turn where reading fails and nobody catches it, and reads again when the subscriber dials again', async () => {
    let times = 0
    const held = await hold(
      pricing(() => {
        times += 1
        if (times === 1) throw new Error('no such table')
        return 60
      }),
    )
    const caller = held.phone()
    await caller.dial('*713#').expectScreen(({ type, text: shown }) => type === 'release' && !shown.includes('table'))
    expect(held.lines.text()).toContain("Reading 'price' failed: no such table")
    await caller.dial('*713#').expectScreen(/^Rice is 60\./)
  })

  it('may be caught where it fails, and fails in the same way whenever the script runs again', async () => {
    const caught: unknown[] = []
    let times = 0
    const held = await hold(async (talk) => {
      try {
        await talk.load('price', async () => {
          times += 1
          throw new Error('no such table')
        })
      } catch (error) {
        caught.push(error)
      }
      await talk.show('No price today')
      return talk.end('Goodbye')
    })
    await held.phone().dial('*713#').reply('1').expectScreen('Goodbye')
    expect(times).toBe(1)
    expect(caught).toMatchObject([
      { code: 'FMW_LOAD_FAILED', message: "Reading 'price' failed: no such table", cause: new Error('no such table') },
      { code: 'FMW_LOAD_FAILED', message: "Reading 'price' failed: no such table" },
    ])
  })

  it('comes to nothing where the subscriber leaves meanwhile', async () => {
    const arrived = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<number>()
    let isAsked = false
    const held = await hold(async (talk) => {
      await talk.load('price', () => {
        arrived.resolve()
        return reading.promise
      })
      isAsked = true
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    const dialled = caller.dial('*713#').run()
    await arrived.promise
    await caller.timeout()
    reading.resolve(60)
    await dialled
    await held.app.close()
    expect(isAsked).toBe(false)
  })
})
