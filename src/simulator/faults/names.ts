import { kinds } from '../../pushes/kinds.ts'
import { isRecord } from '../check-arguments.ts'
import { renamed, type WireValue } from '../wire/names.ts'
import { each, type FaultsOf, type FieldsWay } from './fault.ts'

/** How the names of fields are written, after the profile's casing. */
export const nameFaults = {
  changeCasing: {
    does: 'Names are written in another casing, or each in its own',
    seen: ['Payloads: Casing of names'],
    ways: each(kinds, {
      wild: (fields, random) => renamed(fields, (name) => random.pick(spellings)(name)),
      pascal: (fields) => renamed(fields, raised),
      camel: (fields) => renamed(fields, lowered),
      lower: (fields) => renamed(fields, (name) => name.toLowerCase()),
      upper: (fields) => renamed(fields, (name) => name.toUpperCase()),
      snake: (fields) => renamed(fields, snake),
    }),
  },
  repeatName: {
    does: 'A name comes again in other spellings: with the same value, or with another, which is never certain',
    seen: ['Payloads: Casing of names'],
    ways: {
      ...each(['ussd', 'programmable'], {
        alike: again(['ServiceCode'], true),
        serviceCode: again(['ServiceCode']),
        type: again(['Type']),
        sessionId: again(['SessionId']),
      }),
      checkout: {
        alike: again(['Data', 'Description'], true),
        amount: again(['Data', 'Amount']),
        status: again(['Data', 'Status']),
        description: again(['Data', 'Description']),
        checkoutId: again(['Data', 'CheckoutId']),
      },
      ussdPayment: { alike: again(['Data', 'Description'], true), transactionId: again(['Data', 'TransactionId']) },
      fulfilment: { alike: again(['SessionId'], true), orderId: again(['OrderId']) },
      deliveryReport: { alike: again(['From'], true), status: again(['Status']) },
      inboundMessage: { alike: again(['text'], true), keyword: again(['keyword']) },
    },
  },
} satisfies FaultsOf<FieldsWay>

/** How a name is seen written. */
const spellings = [
  raised,
  lowered,
  (name: string) => name.toLowerCase(),
  (name: string) => name.toUpperCase(),
  (name: string) => name.replace(/Id$/, 'ID'),
  snake,
] as const

function snake(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
}

/** The field at a path, written twice; or three times, as `ServiceCode` is seen. */
function again([name = '', ...inner]: readonly string[], isAlike = false): FieldsWay {
  return (fields, random) => {
    const [found, value] = Object.entries(fields).find(([held]) => held.toLowerCase() === name.toLowerCase()) ?? []
    if (found === undefined || value === undefined) return fields
    if (inner.length > 0) {
      return isRecord(value) ? { ...fields, [found]: again(inner, isAlike)(value, random) } : fields
    }
    const other = found.charAt(0) === found.charAt(0).toUpperCase() ? lowered(found) : raised(found)
    const last = raised(found.toLowerCase())
    if (isAlike) return { ...fields, [other]: value, [last]: value }
    const twice = { ...fields, [other]: otherThan(value) }
    return last === found || last === other || name !== 'ServiceCode' ? twice : { ...twice, [last]: otherThan(value) }
  }
}

function otherThan(value: WireValue): WireValue {
  if (typeof value === 'number') return value + 1
  return typeof value === 'string' ? (opposites[value.toLowerCase()] ?? `another ${value}`) : 'another'
}

/** Another value that would be right by itself. */
const opposites: Readonly<Record<string, string>> = {
  success: 'Failed',
  failed: 'Success',
  delivered: 'Expired',
  initiation: 'Release',
  response: 'Release',
}

function raised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
