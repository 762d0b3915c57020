import { Type } from '@sinclair/typebox'
import { messageStatuses } from '../../catalogue/message-statuses.ts'
import { isTurnKind, kinds, turnKinds } from '../../pushes/kinds.ts'
import { pushKinds } from '../../pushes/push-kinds.ts'
import { oneOf } from '../../text/json/read-fields.ts'
import { magicNumbers } from '../checkout/customers/magic-numbers.ts'
import { methods } from '../checkout/page/views.ts'
import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import { messageNumbers } from '../messages/magic-numbers.ts'
import { channels } from '../phone/screen.ts'
import { Random } from '../random.ts'
import type { Service } from '../service.ts'
import { deadlineOf } from '../wire/push.ts'
import { sampleOf } from '../wire/samples.ts'
import type { Bill, Message, Session, Transaction } from '../world/world.ts'
import type { Face } from './face.ts'
import { type ControlRoute, fields, nothing, shows } from './route.ts'
import { billView, phoneView } from './views.ts'

/** What the simulator knows, but for its log. */
export function listRoutes(face: Face, service: Service): readonly ControlRoute[] {
  return [
    shows('/state', 'How it stands: time, faults, profile, how much there is of everything', nothing, () =>
      stateOf(face, service),
    ),
    list<SimulatedPhone>(
      '/phones',
      'Phones with their session, screen, prompts, messages and transcript',
      ['number', 'channel', 'operator', 'skin'],
      () => face.phones,
      phoneView,
      { channel: channels, skin: ['smart', 'basic'] },
    ),
    list<Bill>(
      '/bills',
      'Invoices, USSD payments and carts, with the pages where they are paid',
      ['id', 'source', 'reference', 'sessionId', 'mobile', 'state'],
      () => service.world.bills.values(),
      (bill) => billView(bill, face.url),
      { source: ['checkout', 'ussdPayment', 'fulfilment'], state: ['open', 'paid', 'cancelled'] },
    ),
    list<Transaction>(
      '/transactions',
      'Tries of customers to pay, with their cycle: the truth',
      ['id', 'billId', 'clientReference', 'mobile', 'method'],
      () => service.world.transactions.values(),
      asItIs,
      { method: methods },
    ),
    list<Session>(
      '/sessions',
      'Sessions of subscribers, on every channel',
      ['id', 'kind', 'channel', 'mobile'],
      () => service.world.sessions.values(),
      asItIs,
      { kind: turnKinds, channel: channels },
    ),
    list<Message>(
      '/messages',
      'Messages in both directions, with their status',
      ['id', 'direction', 'from', 'to', 'status', 'clientReference'],
      () => service.world.messages.values(),
      asItIs,
      { direction: ['in', 'out'], status: messageStatuses.map(({ status }) => status) },
    ),
    shows(
      '/ledger',
      'Compares what was asked, paid, told, confirmed, handled and reported for each payment; all, or those that differ',
      fields({
        differs: Type.Optional(Type.Boolean({ description: 'Those that differ, or those that agree' })),
        limit,
      }),
      async ({ differs, limit: most = usual }) => {
        const { rows, isClean } = face.ledger({ handled: await face.handled() })
        const found = rows.filter((row) => differs === undefined || differs === row.differs.length > 0)
        return { isClean, found: found.length, rows: found.slice(-most) }
      },
    ),
    shows(
      '/kinds',
      'The kinds of pushes: where each goes, its limit, its schema, and how the API document shows it',
      nothing,
      () => ({
        items: kinds.map((kind) => ({
          kind,
          isTurn: isTurnKind(kind),
          deadline: deadlineOf(kind, service.settings.ussd),
          address: service.sender.addressOf(kind),
          schema: pushKinds[kind].body,
          sample: sampleOf(kind, new Random(1), face.now()),
        })),
      }),
    ),
    shows('/numbers', 'The phones whose payments, or messages, always go one way', nothing, () => ({
      payments: magicNumbers,
      messages: messageNumbers,
    })),
  ]
}

function stateOf(face: Face, { world, jobs, sender, process, clockJumps, settings }: Service) {
  const { screenLength, screenLengths, otherLength } = settings.ussd
  return {
    url: face.url,
    now: face.now(),
    nextDue: jobs.nextDue,
    isConnected: sender.isConnected,
    app: process.now,
    faults: face.faults.list(),
    profile: face.profile,
    seed: world.seed,
    gatewayError: face.gatewayError,
    ussd: { screenLength, screenLengths, otherLength },
    balance: face.messages.balance,
    lastRow: face.log.last,
    clockJumps: clockJumps.all,
    counts: {
      rows: face.log.last - face.log.first + 1,
      phones: world.phones.size,
      bills: world.bills.size,
      transactions: world.transactions.size,
      sessions: world.sessions.size,
      messages: world.messages.size,
      jobs: world.jobs.size,
    },
  }
}

const usual = 1_000
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 10_000, default: usual, description: 'At most so many, the newest' }),
)

/** A route for a list: those with all of the given values, the newest of them. Some names have only these `words`. */
function list<Item extends object>(
  path: string,
  sentence: string,
  names: readonly (keyof Item & string)[],
  read: () => Iterable<Item>,
  view: (item: Item) => unknown,
  words: { readonly [Name in keyof Item]?: readonly Item[Name][] },
): ControlRoute {
  const known = new Map<string, readonly string[]>(Object.entries(words))
  const takenAs = (name: string) => {
    const its = known.get(name)
    return Type.Optional(its === undefined ? Type.String({ minLength: 1 }) : oneOf(its))
  }
  const takes = fields({ ...Object.fromEntries(names.map((name) => [name, takenAs(name)])), limit })
  return shows(path, sentence, takes, (given) => {
    const wanted = Object.entries<unknown>(given).filter(([name]) => name !== 'limit')
    const found = [...read()].filter((item) =>
      wanted.every(([name, value]) => String(Reflect.get(item, name)) === value),
    )
    return { found: found.length, items: found.slice(-(given.limit ?? usual)).map(view) }
  })
}

function asItIs<Item>(item: Item): Item {
  return item
}
