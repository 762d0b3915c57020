import { kinds, notificationKinds, turnKinds } from '../../pushes/kinds.ts'
import { accompanied } from '../wire/plan.ts'
import { pastLimit } from '../wire/push.ts'
import { each, type Fault } from './fault.ts'

/** How often, when and over what kind of line a push goes out. */
export const sendingFaults = {
  duplicate: {
    stage: 'sending',
    does: 'The same bytes come again a second later',
    seen: ['Transport: no evidence of retries', 'What hurts: 2'],
    ways: each(kinds, { usual: (plan) => accompanied(plan, 'same', 1_000) }),
  },
  burst: {
    stage: 'sending',
    does: 'Five of the same bytes come at once',
    seen: ['Transport: no evidence of retries'],
    ways: each(notificationKinds, {
      usual: (plan) => [1, 2, 3, 4].reduce((more) => accompanied(more, 'same', 'meanwhile'), plan),
    }),
  },
  sameTurnTwice: {
    stage: 'sending',
    does: 'The same turn comes again while it runs',
    seen: ['What hurts: 2'],
    ways: each(turnKinds, { usual: (plan) => accompanied(plan, 'same', 'meanwhile') }),
  },
  timeoutDuringTurn: {
    stage: 'sending',
    does: 'A Timeout with the next Sequence and an empty Message comes while the turn runs',
    seen: ['Payloads: Timeout', 'What hurts: 2'],
    ways: each(turnKinds, { usual: (plan) => accompanied(plan, 'timeout', 'meanwhile') }),
  },
  drop: {
    stage: 'sending',
    does: 'The push never arrives',
    seen: ['Payloads: Final status', 'What hurts: 3'],
    ways: each(kinds, { usual: (plan) => ({ ...plan, isLost: true }) }),
  },
  delayPastLimit: {
    stage: 'sending',
    does: 'The push arrives after its limit: a turn after 8 s, a notification after 6 minutes',
    seen: ['Payloads: Final status', 'Transport: 7 seconds'],
    ways: {
      ...each(turnKinds, { usual: (plan) => ({ ...plan, delay: pastLimit('ussd') }) }),
      ...each(notificationKinds, { usual: (plan) => ({ ...plan, delay: pastLimit('checkout') }) }),
    },
  },
  reorder: {
    stage: 'sending',
    does: 'The notification arrives 30 s late, so that later ones overtake it',
    seen: ['Transport: no evidence of retries'],
    ways: each(notificationKinds, { usual: (plan) => ({ ...plan, delay: 30_000 }) }),
  },
  cutAfterRequest: {
    stage: 'sending',
    does: 'The line is cut as soon as the push is out: the application works, and nobody hears its answer',
    seen: ['What hurts: 3'],
    ways: each(kinds, { usual: (plan) => ({ ...plan, isCut: true }) }),
  },
  slowNetwork: {
    stage: 'sending',
    does: "The push comes in pieces, over half a second of the machine's own time",
    seen: ['Transport: 7 seconds'],
    ways: each(kinds, { usual: (plan) => ({ ...plan, isSlow: true }) }),
  },
  forge: {
    stage: 'sending',
    does: 'Before the push comes a forged one: a success, with the amount that was asked or more, to the same address without its secret or signature',
    seen: ['Transport: no signature', 'What hurts: 4'],
    ways: each(notificationKinds, { usual: (plan) => accompanied(plan, 'forged', 'before') }),
  },
  probe: {
    stage: 'sending',
    does: 'Somebody looks at the address first',
    seen: ['Transport: probes'],
    ways: each(kinds, {
      get: (plan) => accompanied(plan, 'get-probe', 'before'),
      head: (plan) => accompanied(plan, 'head-probe', 'before'),
    }),
  },
} as const satisfies Record<string, Fault>
