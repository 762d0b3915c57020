import { setTimeout as sleep } from 'node:timers/promises'
import type { Simulator } from '../../../../src/simulator/index.ts'
import type { Random } from '../random.ts'

/** What happens to the service and to the way to it while customers pay. It ends when that is over, and leaves all as it was. */
export type Weather = (sim: Simulator, random: Random, goesOn: () => boolean) => Promise<void>

/** Everything arrives, once. */
export const fair: Weather = async () => undefined

/**
 * Callbacks come twice, five times at once, in another casing, with a lie in them, beside a forgery or never; and the status
 * of payments can not be asked for seconds on end, is slow, or its answer is lost. Of carts no notice lies: nobody can be asked
 * what is true. Turns come twice, and their answers are lost.
 */
export const foul: Weather = async (sim, random, goesOn) => {
  const kinds = ['checkout', 'ussdPayment', 'fulfilment'] as const
  const confirmed = ['checkout', 'ussdPayment'] as const
  const turns = ['ussd', 'programmable'] as const
  sim.faults.set('duplicate', { rate: 0.2, kinds })
  sim.faults.set('burst', { rate: 0.3, kinds })
  sim.faults.set('drop', { rate: 0.2, kinds })
  sim.faults.set('cutAfterRequest', { rate: 0.1, kinds: [...kinds, ...turns] })
  sim.faults.set('forge', { rate: 0.2, kinds })
  sim.faults.set('contradict', { rate: 0.1, kinds: confirmed })
  sim.faults.set('failureCode', { rate: 0.1, kinds: confirmed })
  sim.faults.set('repeatName', { rate: 0.1, kinds })
  sim.faults.set('changeCasing', { rate: 0.3, kinds })
  sim.faults.set('sameTurnTwice', { rate: 0.2, kinds: turns })
  sim.faults.set('slowAnswer', { rate: 0.1, kinds: ['transactionStatus'] })
  sim.faults.set('answerLost', { rate: 0.1, kinds: ['transactionStatus'] })
  while (goesOn()) {
    await sleep(random.between(500, 3_000))
    sim.faults.set('statusDown')
    await sleep(random.between(500, 4_000))
    sim.faults.clear('statusDown')
  }
  sim.faults.clear()
}
