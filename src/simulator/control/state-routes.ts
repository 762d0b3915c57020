import { Type } from '@sinclair/typebox'
import { networkMessages, ussdErrorCodes } from '../../catalogue/ussd-error-codes.ts'
import { kinds } from '../../pushes/kinds.ts'
import { oneOf } from '../../text/json/read-fields.ts'
import { callNames } from '../faults/answers.ts'
import { knownFaults } from '../faults/table.ts'
import { profileNames, profiles } from '../wire/profiles.ts'
import type { FieldChanges } from '../wire/samples.ts'
import type { Face } from './face.ts'
import { address, type ControlRoute, does, fields, nothing, shows } from './route.ts'
import { rowView } from './views.ts'

const name = oneOf(knownFaults.map((fault) => fault.name))
const struck = oneOf([...kinds, ...callNames])
const gatewayErrors = [...ussdErrorCodes, ...networkMessages].map(({ code }) => code)
const way = Type.Optional(Type.String({ description: 'One of its ways; chance takes one where none is given' }))

/** How it behaves, what is broken, its time and its state. */
export function stateRoutes(face: Face): readonly ControlRoute[] {
  return [
    shows('/faults', 'The faults that there are, and those that are on', nothing, () => ({
      known: knownFaults,
      on: face.faults.list(),
    })),
    does(
      '/faults/set',
      'Switches a fault on, or changes it; a rate of 0 switches it off',
      fields({
        name,
        rate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
        kinds: Type.Optional(Type.Array(struck)),
        way,
      }),
      ({ name: fault, ...options }) => {
        face.faults.set(fault, options)
        return { on: face.faults.list() }
      },
    ),
    does(
      '/faults/next',
      'The next push or call suffers a fault, once',
      fields({ name, kind: Type.Optional(struck), way }),
      ({ name: fault, ...options }) => {
        face.faults.next(fault, options)
        return { on: face.faults.list() }
      },
    ),
    does('/faults/clear', 'Switches a fault off, or all', fields({ name: Type.Optional(name) }), (given) => {
      face.faults.clear(given.name)
      return { on: face.faults.list() }
    }),
    does(
      '/seed',
      'Starts the random numbers again, from a seed',
      fields({ seed: Type.Integer({ minimum: 0, maximum: 2 ** 31 }) }),
      ({ seed }) => face.seed(seed),
    ),
    shows('/profile', 'How the sender behaves, and the profiles that there are', nothing, () => ({
      profile: face.profile,
      profiles,
    })),
    does(
      '/profile',
      'Changes how the sender behaves: a profile by its name, and what is to be different',
      profileChange,
      ({ name: base, ...changes }) => {
        if (base !== undefined) face.profile = base
        face.profile = { ...face.profile, ...changes }
        return { profile: face.profile }
      },
    ),
    does(
      '/clock',
      'Moves the time on by so many ms, and does what falls due on the way',
      // A year: what falls due on the way is done one by one.
      fields({ advance: Type.Integer({ minimum: 0, maximum: 31_622_400_000 }) }),
      async ({ advance }) => {
        await face.advance(advance)
        return { now: face.now() }
      },
    ),
    does(
      '/gateway',
      'What subscribers see in place of the application: an error code, or null',
      fields({ error: Type.Union([oneOf(gatewayErrors), Type.Null()]) }),
      ({ error }) => {
        face.gatewayError = error
        return { error: face.gatewayError }
      },
    ),
    does('/reset', 'Everything as it was at the start, the log too', nothing, () => face.reset()),
    shows('/snapshot', 'The state as it is now, for /restore; the log is no part of it', nothing, () =>
      face.snapshot(),
    ),
    does(
      '/restore',
      'Puts a state back; nothing is pushed again',
      fields({ version: Type.Literal(1), world: Type.String() }),
      (given) => face.restore(given),
      longestSnapshot,
    ),
    does(
      '/trigger',
      'Sends one push of a kind, as the API document shows it, with other fields in their place',
      fields({
        kind: oneOf(kinds),
        fields: Type.Optional(Type.Unsafe<FieldChanges>(Type.Record(Type.String(), Type.Unknown()))),
        url: Type.Optional(address),
      }),
      async ({ kind, fields: given, url }) => rowView(await face.trigger(kind, given, { url })),
    ),
  ]
}

const longestSnapshot = 64_000_000

const profileChange = fields({
  name: Type.Optional(oneOf(profileNames)),
  casing: Type.Optional(oneOf(['pascal', 'camel', 'mixed'])),
  retries: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 1_000 })),
  forms: Type.Optional(Type.Partial(Type.Record(oneOf(kinds), oneOf(['json', 'form', 'query', 'query-get'])))),
  parallel: Type.Optional(Type.Integer({ minimum: 1 })),
  order: Type.Optional(oneOf(['kept', 'any'])),
  keepAlive: Type.Optional(Type.Boolean()),
  skew: Type.Optional(Type.Integer()),
  probe: Type.Optional(Type.Union([Type.Literal('GET'), Type.Literal('HEAD'), Type.Null()])),
  extraFields: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
})
