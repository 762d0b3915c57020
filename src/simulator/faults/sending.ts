import { kinds, notificationKinds, turnKinds } from '../../pushes/kinds.ts'
import { pastLimit } from '../wire/push.ts'
import { accompanied, each, type FaultsOf, type SendingWay } from './fault.ts'

/** How often, when and over what kind of line a push goes out. */
export const sendingFaults = {
  duplicate: {
    does: 'The same bytes come again a second later',
    seen: ['Transport: no evidence of retries', 'What hurts: 2'],
    ways: each(kinds, { usual: (plan) => accompanied(plan, 'same', 1_000) }),
  },
  burst: {
    does: 'Five of the same bytes come at once',
    seen: ['Transport: no evidence of retries'],
    ways: each(notificationKinds, {
      usual: (plan) => [1, 2, 3, 4].reduce((more) => accompanied(more, 'same', 'meanwhile'), plan),
    }),
  },
  sameTurnTwice: {
    does: 'The same turn comes again while it runs',
    seen: ['What hurts: 2'],
    ways: each(turnKinds, { usual: (plan) => accompanied(plan, 'same', 'meanwhile') }),
  },
  timeoutDuringTurn: {
    does: 'A Timeout with the next Sequence and an empty Message comes while the turn runs',
    seen: ['Payloads: Timeout', 'What hurts: 2'],
    ways: each(turnKinds, { usual: (plan) => accompanied(plan, 'timeout', 'meanwhile') }),
  },
  drop: {
    does: 'The push never arrives',
    seen: ['Payloads: Final status', 'What hurts: 3'],
    ways: each(kinds, { usual: (plan) => ({ ...plan, isLost: true }) }),
  },
  delayPastLimit: {
    does: 'The push arrives after its limit: a turn after 8 s, a notification after 6 minutes',
    seen: ['Payloads: Final status', 'Transport: 7 seconds'],
    ways: {
      ...each(turnKinds, { usual: (plan) => ({ ...plan, delay: pastLimit('ussd') }) }),
      ...each(notificationKinds, { usual: (plan) => ({ ...plan, delay: pastLimit('checkout') }) }),
    },
  },
  reorder: {
    does: 'The notification arrives 30 s late, so that later ones overtake it',
    seen: ['Transport: no evidence of retries'],
    ways: each(notificationKinds, { usual: (plan) => ({ ...plan, delay: 30_000 }) }),
  },
  cutAfterRequest: {
    does: 'The line is cut as soon as the push is out: the application works, and nobody hears its answer',
    seen: ['What hurts: 3'],
    ways: each(kinds, { usual: (plan) => ({ ...plan, isCut: true }) }),
  },
  slowNetwork: {
    does: "The push comes in pieces, over half a second of the machine's own time",
    seen: ['Transport: 7 seconds'],
    ways: each(kinds, { usual: (plan) => ({ ...plan, isSlow: true }) }),
  },
  forge: {
    does: 'A forged success comes first, without the secret or the signature',
    seen: ['Transport: no signature', 'What hurts: 4'],
    ways: each(notificationKinds, { usual: (plan) => accompanied(plan, 'forged', 'before') }),
  },
  probe: {
    does: 'Somebody looks at the address first',
    seen: ['Transport: probes'],
    ways: each(kinds, {
      get: (plan) => accompanied(plan, 'get-probe', 'before'),
      head: (plan) => accompanied(plan, 'head-probe', 'before'),
    }),
  },
} satisfies FaultsOf<SendingWay>
