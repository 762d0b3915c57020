import type { Simulator } from '../../../../src/simulator/index.ts'
import type { MoneySource } from './history.ts'

/** An order of one of the simulator's customers. */
export interface Buying {
  readonly number: number
  /** Hundredths. */
  readonly asked: number
}

/** How a customer comes to a bill at the till: undefined where it didn't answer, so that they try again. */
export const buying: Readonly<Record<Exclude<MoneySource, 'checkout'>, BuysBy>> = {
  /** Dials, and gets a prompt. */
  ussdPayment: async (sim, { number, asked }) => {
    const phone = sim.phone(phoneOf(number))
    await phone.dial(`*713*${asked}*${number}#`)
    return phone.prompts[0]?.id
  },
  /** Fills a cart of the web store. */
  fulfilment: async (sim, { number, asked }) => {
    const phone = sim.phone(phoneOf(number), { channel: 'webstore' })
    await phone.dial()
    if (phone.isOpen) await phone.reply(`${asked} ${number}`)
    return phone.prompts[0]?.id
  },
}

type BuysBy = (sim: Simulator, buying: Buying) => Promise<string | undefined>

/** None of them is a magic one. */
function phoneOf(number: number): string {
  return `+23300000${String(number).padStart(4, '0')}`
}
