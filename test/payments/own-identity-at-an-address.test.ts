import { describe, expect, it } from 'vitest'
import { memoryStore, type PaymentEvent } from '../../src/index.ts'
import { dealt } from '../store/dealt.ts'
import { payingService } from './paying-service.ts'
import { callback, keepingStores, reference } from './shop.ts'
import { notice, unaskedShop } from './unasked-shop.ts'

const terms = { kind: 'checkout', reference, amount: 50 } as const
const session = { kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 } as const
const cases = [
  ['checkout', terms, '/checkout', callback],
  ['ussdPayment', session, '/ussd-payment', notice],
] as const

const byReference = ({ clientReference, outcome }: PaymentEvent) => `${clientReference}|${outcome}`
const byMoney = (event: PaymentEvent) => `${'transactionId' in event ? event.transactionId : null}|${event.outcome}`
const byOrder = ({ reference: order, outcome }: PaymentEvent) => `${order}|${outcome}`
const identities = [
  ['clientReference and outcome', byReference],
  ['transactionId and outcome', byMoney],
  ['reference and outcome', byOrder],
  ['nothing at all', () => 'one for all'],
] as const

const ownTo = (identity: (event: PaymentEvent) => string) => ({ checkout: { identity }, ussdPayment: { identity } })

// A store on disk compares whatever identity it is given: with one that tells most apart, and with one that tells nothing apart.
const identitiesOn = (store: string) => (store === 'memory' ? identities : [identities[0], identities[3]])

const stores = [['memory', async () => memoryStore(), it] as const, ...dealt(keepingStores)]

describe.each(stores)('with an identity of your own, on %s', (name, make, it) => {
  describe.each(identitiesOn(name))('of %s', (_what, identity) => {
    const shopOf = async (more = {}) => await unaskedShop(await make(), { ...ownTo(identity), ...more })

    it.each(cases)('two payments at one signed address are a conflict: %s', async (_kind, address, _all, body) => {
      const { told, addressOf, push, inShort } = await shopOf()
      const other = { CheckoutId: 'c-2', TransactionId: 't-2' }
      await push(addressOf(address), body({ TransactionId: 't-1' }), body(other), body(other))
      expect(inShort()).toEqual([
        ['paid', 'signed', [], null],
        ['paid', 'signed', ['contradicted'], told[0]?.id],
      ])
    })

    it('a USSD payment that comes without its reference is a repeat of it at its address, and the other way round', async () => {
      for (const bodies of [
        [notice(), notice({ ClientReference: undefined })],
        [notice({ ClientReference: undefined }), notice()],
      ]) {
        const { addressOf, push, inShort } = await shopOf()
        await push(addressOf(session), ...bodies, ...bodies)
        expect(inShort()).toEqual([['paid', 'signed', [], null]])
      }
    })

    it.each(cases)('an unsigned one before it costs a signed one nothing: %s', async (_kind, address, all, body) => {
      for (const fields of [{}, { Amount: 90 }, { Currency: 'USD' }, { TransactionId: 't-9' }]) {
        const { addressOf, push, inShort } = await shopOf()
        await push(all, body(fields))
        await push(addressOf(address), body(), body())
        expect(inShort()).toEqual([
          ['paid', 'callback', ['unexpected'], null],
          ['paid', 'signed', [], null],
        ])
      }
    })

    it.each(cases)(
      'it is one payment beside a client too, where confirming is off: %s',
      async (_kind, address, all, body) => {
        const client = (await payingService()).client()
        const { told, addressOf, push, inShort } = await shopOf({ client, confirmWith: false })
        await push(all, body())
        await push(addressOf(address), body(), body({ CheckoutId: 'c-2', TransactionId: 't-2' }))
        expect(inShort()).toEqual([
          ['paid', 'callback', ['unexpected'], null],
          ['paid', 'signed', [], null],
          ['paid', 'signed', ['contradicted'], told[1]?.id],
        ])
      },
    )
  })

  it.each(cases)('one without the outcome names what it contradicts: %s', async (_kind, address, _all, body) => {
    const { told, addressOf, push, inShort } = await unaskedShop(
      await make(),
      ownTo(() => 'one for all'),
    )
    const lost = { ...body({ Status: 'Failed', Amount: 0 }), ResponseCode: '2001', Message: 'failed' }
    await push(addressOf(address), lost, body(), body())
    expect(inShort()).toEqual([
      ['failed', 'signed', [], null],
      ['paid', 'signed', ['contradicted'], told[0]?.id],
    ])
  })

  it('an unsigned one after the signed one is compared with it', async () => {
    const { addressOf, push, inShort } = await unaskedShop(await make(), ownTo(byReference))
    await push(addressOf(terms), callback())
    await push('/checkout', callback(), callback({ Amount: 90 }))
    expect(inShort().map(([, evidence, reasons]) => [evidence, reasons])).toEqual([
      ['signed', []],
      ['callback', ['contradicted', 'unexpected']],
    ])
  })

  describe.each([
    ['both have one identity', byMoney],
    ['each has its own', byOrder],
  ])('where %s', (_how, identity) => {
    const order = 'order-18'
    const shopOf = async () => await unaskedShop(await make(), ownTo(identity))

    it('one USSD payment at two addresses is told plainly once', async () => {
      const { addressOf, push, inShort } = await shopOf()
      await push(addressOf(session), notice())
      const other = addressOf({ ...session, sessionId: 's-2', reference: order })
      await push(other, notice(), notice())
      expect(inShort()).toEqual([
        ['paid', 'signed', [], null],
        ['undetermined', 'signed', ['reused'], null],
      ])
    })

    it('one checkout at two addresses is a conflict', async () => {
      const { told, addressOf, push, inShort } = await shopOf()
      await push(addressOf(terms), callback())
      const another = callback({ ClientReference: order })
      await push(addressOf({ ...terms, reference: order }), another, another)
      expect(inShort()).toEqual([
        ['paid', 'signed', [], null],
        ['paid', 'signed', ['contradicted'], told[0]?.id],
      ])
    })
  })
})
