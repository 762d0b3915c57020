import { expect, it } from 'vitest'
import { type LogRow, recordFixture } from '../../../../src/simulator/index.ts'
import { fixtureAmong } from '../../../../src/simulator/record/fixture.ts'
import { Masks } from '../../../../src/simulator/record/hidden/mask.ts'
import { stand } from '../../faults/receiver.ts'

it('a number is hidden however it is written, and stays written so', () => {
  const masks = new Masks()
  masks.addPhone('+233244987654')
  masks.addPhone('+233244987655')
  masks.addSecret('8642')
  expect(masks.text('call 024 498 7654 or 0244987655, +233-24-498-7654 (024)4987654 of 2026-11-28')).toBe(
    'call 000 000 0000 or 0000000001, +233-00-000-0000 (000)0000000 of 2026-11-28',
  )
  expect(masks.text('٠٢٤٤٩٨٧٦٥٤ or 024\u00a0498\u20137655: my pin is 8642')).toBe(
    '٠000000000 or 000\u00a0000\u20130001: my pin is 1111'.replace('\u00a0', ' ').replace('\u2013', '-'),
  )
})

it('of a number and a secret that overlap is no rest left', () => {
  const masks = new Masks()
  masks.addPhone('+233244987654')
  masks.addSecret('7654 rice')
  expect(masks.text('0244987654 rice')).toBe('0111111111 xxxx')
})

it('a secret that is joined to other digits is hidden, unless both are one date, time or phone', async () => {
  const { sim } = await stand()
  await sim.trigger('deliveryReport')
  const row = await sim.log.next({ kind: 'deliveryReport' })
  const masks = new Masks()
  for (const secret of ['7391', '2026', '7654', '113']) masks.addSecret(secret, row)
  const [first, second, third, fourth] = ['7391', '2026', '7654', '113'].map((secret) => masks.standIn(secret))
  expect(
    masks.text('ref +233000000000:7391, 1-7391, acct 12/7391, 7391-5, 29/11/2025-7391, 0244000000-7391 7391:'),
  ).toBe(
    `ref +233000000000:${first}, 1-${first}, acct 12/${first}, ${first}-5, 29/11/2025-${first}, 0244000000-${first} ${first}:`,
  )
  expect(masks.text('12/2026/7654: 113/7391')).toBe(`12/${second}/${third}: ${fourth}/${first}`)
  const kept = '29/11/2026, 29-11-2026 2026-11-28T10:45, 2026/11, 11/2026 (024-400-7654) +233-24-400-7654 024 400-7654'
  expect(masks.text(kept)).toBe(kept)
})

it('a fixture of a text that is no JSON hides numbers with something between their digits', async () => {
  const { sim } = await stand()
  await sim.trigger('deliveryReport')
  const row = await sim.log.next({ kind: 'deliveryReport' })
  const body = Buffer.from('{"To":"024 498 7654", "From":"024/498/7655')
  const broken: LogRow = { ...row, request: { ...row.request, body, bytes: body.length } }
  expect(recordFixture(broken).request.text).toBe('{"To":"000000000", "From":"000000000')
})

it('a fixture of the answer to a PIN has a stand-in, though the screen says by its words alone that it is one', async () => {
  const { sim } = await stand()
  await sim.trigger('deliveryReport')
  const any = await sim.log.next({ kind: 'deliveryReport' })
  const about = { ...any.about, sessionId: 's1' }
  const turn = (id: number, entered: string, screen: string): LogRow => {
    const request = Buffer.from(JSON.stringify({ SessionId: 's1', Message: entered }))
    const response = Buffer.from(JSON.stringify({ Type: 'Response', Message: screen }))
    return {
      ...any,
      id,
      about,
      kind: 'ussd',
      request: { ...any.request, body: request, bytes: request.length },
      response: any.response && { ...any.response, body: response },
      origin: { phone: null, isSensitive: false, fields: { Message: entered } },
    }
  }
  const rows = [turn(1, '*713#', 'Your PIN?'), turn(2, '8642', 'Thank you'), turn(3, '1', 'Bye')]
  const fixtures = rows.map((row) => fixtureAmong(rows, row).request.body)
  expect(fixtures).toMatchObject([{ Message: '*713#' }, { Message: '1111' }, { Message: '1' }])
})
