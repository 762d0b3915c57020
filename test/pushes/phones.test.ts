import { expect, it } from 'vitest'
import type { PushEvent } from '../../src/pushes/event.ts'
import type { NotificationPushKind } from '../../src/pushes/push-kind.ts'
import { pushKinds } from '../../src/pushes/push-kinds.ts'
import { type Fields, isRecord } from '../../src/pushes/reading/json.ts'
import { read } from '../docs/documents.ts'
import { files } from '../docs/rooms.ts'
import { eventOf } from './receive.ts'
import { samples } from './samples.ts'

// `export` and `erase` find the pushes of a person by what `phones` of their kind gives, and by nothing else.
const number = '+233000000001'
const { checkout, fulfilment, ussdPayment, deliveryReport, inboundMessage } = pushKinds
const notifications: readonly NotificationPushKind<PushEvent>[] = [
  checkout,
  fulfilment,
  ussdPayment,
  deliveryReport,
  inboundMessage,
]
const readIn = new Map(
  [...files.keys()]
    .filter((file) => file.startsWith('pushes/'))
    .map((file) => [file, phoneNames(read(`src/${file}`))] as const)
    .filter(([, names]) => names.length > 0),
)
const perKind = notifications.map((push) => ({ push, file: `pushes/${hyphened(push.kind)}.ts` }))
const fields = perKind.flatMap(({ push, file }) =>
  (readIn.get(file) ?? []).map((name) => ({ push, kind: push.kind, name })),
)

it('reads the phones of a notification in the file of its kind, each by a name that stands there', () => {
  expect([...readIn.keys()].toSorted()).toEqual(perKind.map(({ file }) => file).toSorted())
  const unnamed = [...files.keys()].filter((file) =>
    /\.phone\((?!')/.test(file.startsWith('pushes/') ? read(`src/${file}`) : ''),
  )
  expect(unnamed).toEqual([])
})

it.each(fields)('finds a push of the kind $kind by the phone in $name', ({ push, name }) => {
  const others = fields.filter((field) => field.push === push).map((field) => field.name)
  const event = eventOf(push, everywhere(samples[push.kind], name, new Set(others)))
  expect(push.phones(event)).toContain(number)
})

/** What is read as a phone, or as a text that is named like one. */
function phoneNames(code: string): string[] {
  const found = code.matchAll(/\.(?:phone\('(\w+)'|text\('(\w*(?:Mobile|Phone|Msisdn)\w*)')/gi)
  return Array.from(found, ([, phone, text]) => phone ?? text ?? '')
}

/** The fields with the number under this name in each of their objects, and no other phone. */
function everywhere(fields: Fields, name: string, phones: ReadonlySet<string>): Fields {
  const kept = Object.entries(fields)
    .filter(([other]) => !phones.has(other))
    .map(([other, value]) => [other, isRecord(value) ? everywhere(value, name, phones) : value])
  return { ...Object.fromEntries(kept), [name]: number }
}

function hyphened(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
