import { describe, expect, it } from 'vitest'
import { messageParts } from '../../../src/client/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'
import { message, startShop } from './shop.ts'

describe('what arrives on a phone', () => {
  it('is the text, whole, of so many parts, flash where that was asked for', async () => {
    const { client, sim } = await startShop()
    const content = 'a'.repeat(161)
    await client.messages.send({ ...message, content, flashMessage: true })
    await sim.advance(1_000)
    expect(sim.messages.to(message.to)).toMatchObject([{ text: content, parts: 2, isFlash: true, binary: null }])
  })

  it('is bytes where they were sent', async () => {
    const { client, sim } = await startShop()
    await client.messages.send({ ...message, type: 'binary', content: Buffer.of(0, 255) })
    await sim.advance(1_000)
    expect(sim.messages.to(message.to)).toMatchObject([{ text: '', binary: '00ff' }])
  })

  it('lacks what the 7-bit alphabet lacks, unless it was sent as unicode', async () => {
    const { post, client, sim } = await startShop()
    await post({ From: 'Shop', To: message.to, Content: 'Medaase 🙏' })
    await client.messages.send({ ...message, content: 'Medaase 🙏' })
    await sim.advance(1_000)
    expect(sim.messages.to(message.to).map(({ text }) => text)).toEqual(['Medaase ?', 'Medaase 🙏'])
  })

  it('is joined of the parts that a sender cut himself, when all are there, in any order', async () => {
    const { client, sim } = await startShop()
    const part = (number: number, content: string) =>
      client.messages.send({ ...message, content, udh: Buffer.of(5, 0, 3, 0xcc, 3, number) })
    await part(3, 'end')
    await part(1, 'begin ')
    await sim.advance(1_000)
    expect(sim.messages.to(message.to)).toEqual([])
    await part(1, 'begin ')
    await part(2, 'and ')
    await client.messages.send({ ...message, content: 'beside', udh: '06080400cc0201' })
    await sim.advance(1_000)
    expect(sim.messages.to(message.to)).toMatchObject([{ text: 'begin and end', parts: 3 }])
    expect(sim.messages.to(message.to)[0]?.messageIds).toHaveLength(3)
  })

  it('is one thread with what the phone sends', async () => {
    const { client, sim } = await startShop()
    await client.messages.send(message)
    await sim.advance(1_000)
    await sim.messages.from(message.to, 'Thanks', { to: 'Shop' })
    expect(sim.messages.thread(message.to).map(({ direction, text }) => [direction, text])).toEqual([
      ['in', 'Ready'],
      ['out', 'Thanks'],
    ])
  })

  it.each([
    ['a'.repeat(160), undefined],
    ['a'.repeat(161), undefined],
    [`${'€'.repeat(80)}`, undefined],
    [`${'a'.repeat(152)}€${'a'.repeat(100)}`, undefined],
    ['ɔ'.repeat(70), undefined],
    ['ɔ'.repeat(71), undefined],
    [`${'ɔ'.repeat(66)}🙏${'ɔ'.repeat(10)}`, undefined],
    ['a'.repeat(160), '027000'],
    ['a'.repeat(500), '027000'],
    ['a'.repeat(153), '050003cc0201'],
  ])('is counted in parts as the client counts them: %s, header %s', async (content, udh) => {
    const { client } = await startShop()
    const { parts } = messageParts(content, undefined, udh)
    const { messageId } = await client.messages.send({ ...message, content, udh })
    expect(await client.messages.get(messageId)).toMatchObject({ units: parts, rate: parts })
  })

  it('is counted so where it is binary', async () => {
    const { client } = await startShop()
    for (const bytes of [140, 141, 268, 269]) {
      const content = Buffer.alloc(bytes)
      const { messageId } = await client.messages.send({ ...message, type: 'binary', content })
      expect((await client.messages.get(messageId)).units).toBe(messageParts(content, 'binary').parts)
    }
  })
})

describe('what a subscriber sends (reference 4.11)', () => {
  it('reaches the application with all its parameters, in the query of a POST', async () => {
    const { inbound, sim } = await startShop()
    const row = await sim.messages.from('+233000000000', ' JOIN the club ', { campaign: 'harvest' })
    expect(row).toMatchObject({ kind: 'inboundMessage', method: 'POST', response: { status: 200 }, problem: null })
    expect(Object.fromEntries(new URL(row.url).searchParams)).toEqual({
      from: '+233000000000',
      to: '1000',
      fulltext: ' JOIN the club ',
      keyword: 'JOIN',
      text: 'the club ',
      account: 'sim-account',
      campaign: 'harvest',
      date: '2026-03-01 09:30',
      network: '62001',
    })
    expect(inbound).toMatchObject([
      { keyword: 'JOIN', text: 'the club ', campaign: 'harvest', date: new Date('2026-03-01T09:30:00Z') },
    ])
  })

  it.each(['form', 'json', 'query-get'] as const)('may come as %s', async (form) => {
    const { profiles } = await import('../../../src/simulator/index.ts')
    const profile = { ...profiles.plain, forms: { inboundMessage: form } }
    const { inbound, sim } = await startShop({ profile })
    await sim.messages.from('233000000000', 'Ɛyɛ', { network: '62002', account: 'a' })
    expect(inbound).toMatchObject([{ keyword: 'Ɛyɛ', text: '', from: '+233000000000', network: '62002', account: 'a' }])
  })

  it('may have no word at all, and come from a phone of no known network', async () => {
    const { inbound, sim } = await startShop()
    await sim.messages.from('+213000000000', '')
    await sim.messages.from('Somebody', 'x')
    expect(inbound).toMatchObject([{ keyword: '', fulltext: '', network: '213' }, { network: '' }])
  })

  it('needs an application, which an error says', async () => {
    const sim = await createSimulator()
    await expect(sim.messages.from('+233000000000', 'STOP')).rejects.toThrow(/no application to push to/)
    await sim.close()
  })
})
