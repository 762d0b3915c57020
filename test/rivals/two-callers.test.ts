import { describe, expect, it } from 'vitest'
import { loadRivals, type Menu, type Screen, type Sessions } from './rivals.ts'
import { settled } from './settled.ts'
import { openOrders } from './shop.ts'
import { answering, dialling } from './wire.ts'

const ama = { SessionId: 'ama' }
const kofi = { SessionId: 'kofi' }

describe.each(await loadRivals())('two callers at once in $name, with one menu for all as its guide shows', (rival) => {
  it('one gets two answers, the other none', async () => {
    const menu = rival.openMenu()
    const toAma: Screen[] = []
    const toKofi: Screen[] = []
    void menu.run(dialling(ama), (screen) => toAma.push(screen))
    void menu.run(dialling(kofi), (screen) => toKofi.push(screen))
    await settled()
    expect(toAma).toEqual([])
    expect(toKofi).toHaveLength(2)
  })

  it('the promise of the first never settles', async () => {
    const menu = rival.openMenu()
    const answered: string[] = []
    void menu.run(dialling(ama)).then(() => answered.push('ama'))
    void menu.run(dialling(kofi)).then(() => answered.push('kofi'))
    await settled()
    expect(answered).toEqual(['kofi'])
  })

  it('what one refuses, the other buys, and twice', async () => {
    const orders = openOrders()
    const menu = rival.openMenu({ orders })
    await askedToConfirm(menu, ama, '1')
    await askedToConfirm(menu, kofi, '2')
    void menu.run(answering(4, '2', kofi))
    void menu.run(answering(4, '1', ama))
    await settled()
    expect(orders.made).toEqual([
      { item: 'rice', quantity: 2 },
      { item: 'rice', quantity: 2 },
    ])
  })

  it('who dials while another buys is asked to pay for it', async () => {
    const orders = openOrders()
    const prompted: string[] = []
    const menu = rival.openMenu({ orders, prompted })
    await askedToConfirm(menu, ama, '1')
    const finish = orders.hold()
    const toAma: Screen[] = []
    const toKofi: Screen[] = []
    void menu.run(answering(4, '1', ama), (screen) => toAma.push(screen))
    await settled()
    void menu.run(dialling(kofi), (screen) => toKofi.push(screen))
    await settled()
    finish()
    await settled()
    expect(prompted).toEqual(['kofi'])
    expect(toAma).toEqual([])
    expect(toKofi.map(({ Message }) => Message)).toEqual(["Ama's shop\n1. Rice 5 kg\n2. Oil 1 l", 'Approve the prompt'])
  })
})

describe.each(await loadRivals())('two callers at once in $name, with a menu for each request', ({ openMenu }) => {
  it('each gets an own answer, and buys what it asked for', async () => {
    const orders = openOrders()
    const sessions: Sessions = new Map()
    const both = (sequence: number, toAma: string, toKofi: string) =>
      Promise.all([
        openMenu({ orders, sessions }).run(answering(sequence, toAma, ama)),
        openMenu({ orders, sessions }).run(answering(sequence, toKofi, kofi)),
      ])
    await Promise.all([openMenu({ sessions }).run(dialling(ama)), openMenu({ sessions }).run(dialling(kofi))])
    await both(2, '1', '2')
    const prices = await both(3, '20', '3')
    expect(prices.map(({ Message }) => Message)).toEqual(['Pay 1200?\n1. Yes\n2. No', 'Pay 75?\n1. Yes\n2. No'])
    await both(4, '2', '1')
    expect(orders.made).toEqual([{ item: 'oil', quantity: 3 }])
  })
})

async function askedToConfirm(menu: Menu, caller: { readonly SessionId: string }, item: string): Promise<void> {
  await menu.run(dialling(caller))
  await menu.run(answering(2, item, caller))
  await menu.run(answering(3, '2', caller))
}
