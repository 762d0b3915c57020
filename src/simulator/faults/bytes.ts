import { createHash } from 'node:crypto'
import { kinds, moneyKinds, turnKinds } from '../../pushes/kinds.ts'
import { parseJson } from '../wire/names.ts'
import type { Written } from '../wire/sealed.ts'
import { type BytesWay, each, type FaultsOf } from './fault.ts'

const nested = `${'['.repeat(40)}"x"${']'.repeat(40)}`

/** A push that can't be read, or must not be. */
const notThePush: Readonly<Record<string, BytesWay>> = {
  byte: ({ body, ...written }, random) => {
    const changed = Buffer.from(body ?? '')
    const at = random.below(Math.max(1, changed.length))
    if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ (1 + random.below(255))
    return { ...written, body: body === null ? null : changed }
  },
  words: json('ResponseCode=0000'),
  singleQuotes: json("{'SessionId': 'single quotes'}"),
  text: json('"paid"'),
  array: json('[]'),
  nothing: json(''),
  prototype: added('"__proto__":{"isPaid":true}'),
  constructor: added('"constructor":{"prototype":{"isPaid":true}}'),
  nesting: added(`"ExtraData":${nested}`),
}

/** What becomes of a push after it is written: bytes, headers, method. */
export const byteFaults = {
  truncate: {
    does: 'The push ends in the middle',
    seen: ['Transport: no evidence of retries'],
    ways: each(kinds, {
      usual: ({ body, query, ...written }) => ({
        ...written,
        query: body === null ? query.slice(0, query.length / 2) : query,
        body: body?.subarray(0, body.length / 2) ?? null,
      }),
    }),
  },
  corrupt: {
    does: 'The body is broken: a changed byte, no JSON, no object, nothing, names that would reach a prototype, too deep',
    seen: ['Payloads: Casing of names'],
    ways: {
      ...each(kinds, notThePush),
      checkout: { ...notThePush, nesting: nestedData },
    },
  },
  brokenCharacters: {
    does: 'Half a character and a NUL stand in the text that was entered',
    seen: ['Payloads: Mobile'],
    ways: each(turnKinds, { usual: replaced(/"Message":"[^"]*"/i, '"Message":"tea \\ud83c and\\u0000 cake"') }),
  },
  contentType: {
    does: 'Content-Type is missing, has a charset with a byte order mark, or is of something else',
    seen: ['Transport: probes'],
    ways: each(kinds, {
      missing: (written) => ({ ...written, headers: {} }),
      charset: (written) => ({
        ...written,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: Buffer.concat([Buffer.from('\ufeff'), written.body ?? Buffer.alloc(0)]),
      }),
      text: other('text/plain', 'SessionId and Type'),
      xml: other('application/xml', '<paid/>'),
      textXml: other('text/xml', '<report/>'),
    }),
  },
  idsAsNumbers: {
    does: 'Identifiers are numbers of 25 digits, which a double cannot hold; or phones and codes are numbers',
    seen: ['Payloads: Identifiers', 'Payloads: Mobile'],
    ways: {
      ...each(['ussd', 'programmable', 'checkout', 'fulfilment', 'ussdPayment', 'deliveryReport'], {
        ids: longNumbers,
      }),
      ...each(turnKinds, { ids: longNumbers, phones: phonesAsNumbers }),
      inboundMessage: { account: replaced(/"account":"[^"]*"/i, '"account":1234567890123456789054321') },
    },
  },
  twoPlaces: {
    does: 'Parameters stand in the query and in the body: some here and some there, the same in both, or others',
    seen: ['Payloads: Delivery report'],
    ways: {
      inboundMessage: {
        split: (written) => inTwo(written, isNoText, isText),
        same: (written) => inTwo(written, isAny, isAny),
        contradicting: (written) => ({
          ...written,
          ...form,
          query: 'from=%2B233000000000',
          body: Buffer.from('from=0000000000&text=tea'),
        }),
      },
      deliveryReport: { contradicting: (written) => ({ ...written, query: 'Status=Expired' }) },
    },
  },
  repeatParameter: {
    does: 'A parameter of the query comes twice under one name',
    seen: ['Payloads: Casing of names'],
    ways: { inboundMessage: { usual: (written) => ({ ...written, query: `${written.query}&from=233000000000` }) } },
  },
  otherMethod: {
    does: 'The push comes by PUT or DELETE',
    seen: ['Transport: probes'],
    ways: each(kinds, {
      put: (written) => ({ ...written, method: 'PUT' }),
      delete: () => ({ method: 'DELETE', query: '', headers: {}, body: null }),
    }),
  },
  browserForm: {
    does: 'The notice is a form with Data as a JSON string, as a browser posts it: never proof of money',
    seen: ['Payloads: Checkout: envelope'],
    ways: each(moneyKinds, {
      usual: ({ body, ...written }) => ({ ...written, ...form, body: Buffer.from(formOf(String(body)).toString()) }),
    }),
  },
} satisfies FaultsOf<BytesWay>

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

function other(type: string, text: string): BytesWay {
  return () => ({ method: 'POST', query: '', headers: { 'content-type': type }, body: Buffer.from(text) })
}

function json(text: string): BytesWay {
  return other('application/json', text)
}

/** With one more field at the end of the JSON object, or of that in which it ends. */
function added(field: string): BytesWay {
  return replaced(/\}(\}?)$/, `,${field}}$1`)
}

function replaced(part: RegExp, by: string): BytesWay {
  return ({ body, ...written }) => ({ ...written, body: body && Buffer.from(body.toString().replace(part, by)) })
}

/** With a `Data`, the last field of a callback, that is too deep. */
function nestedData({ body, ...written }: Written): Written {
  const text = body?.toString() ?? ''
  const data = text.indexOf('"Data":')
  return { ...written, body: data < 0 ? body : Buffer.from(`${text.slice(0, data)}"Data":${nested}}`) }
}

function longNumbers({ body, ...written }: Written): Written {
  const changed = body
    ?.toString()
    .replace(/("(?:session|checkout|order|transaction|message)id":)"([^"]*)"/gi, (_whole, name, id) => {
      const digest = createHash('sha256').update(String(id)).digest('hex')
      return `${name}2${String(BigInt(`0x${digest}`)).slice(-24)}`
    })
  return { ...written, body: changed === undefined ? null : Buffer.from(changed) }
}

function phonesAsNumbers({ body, ...written }: Written): Written {
  const changed = body?.toString().replace(/("(?:mobile|servicecode)":)"\+?([1-9]\d*)"/gi, '$1$2')
  return { ...written, body: changed === undefined ? null : Buffer.from(changed) }
}

const textNames = new Set(['fulltext', 'keyword', 'text'])
const isText = (name: string): boolean => textNames.has(name)
const isNoText = (name: string): boolean => !isText(name)
const isAny = (): boolean => true

/** The parameters of a query: some stay in it, some go to a form. */
function inTwo(written: Written, inQuery: (name: string) => boolean, inBody: (name: string) => boolean): Written {
  const of = (isMeant: (name: string) => boolean): string =>
    new URLSearchParams(
      [...new URLSearchParams(written.query)].filter(([name]) => isMeant(name.toLowerCase())),
    ).toString()
  return { method: 'POST', ...form, query: of(inQuery), body: Buffer.from(of(inBody)) }
}

/** The fields of a JSON object as parameters, what is an object in them as JSON. */
function formOf(text: string): URLSearchParams {
  return new URLSearchParams(
    Object.entries(readJson(text)).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}

/** Nothing, where another fault left no JSON. */
function readJson(text: string): object {
  return Object(parseJson(text) ?? {})
}
