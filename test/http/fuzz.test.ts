import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secretPath } from '../../src/index.ts'
import { kinds, receiver } from './receiver.ts'
import { paths, samples } from './samples.ts'

const secret = 'the-right-secret'
const fields = [...new Set(kinds.flatMap((kind) => namesIn(samples[kind])))]

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}

/** A field's name in any casing, or one that reaches for trouble. */
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...fields).chain((field) => fc.mixedCase(fc.constant(field))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'toJSON', '', 'length'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
)

const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'Initiation',
    'Response',
    'Release',
    'Timeout',
    'AddToCart',
    'Success',
    '0000',
    '2001',
    '*713*1#',
    '+233000000000',
  ),
  fc.double(),
  fc.bigInt().map(String),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)

const { object } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('object'), fc.array(tie('value'), { maxLength: 3 })),
  object: fc.array(fc.tuple(name, tie('value')), { maxLength: 12 }).map((entries) => Object.fromEntries(entries)),
}))

const body = fc.oneof(
  { weight: 5, arbitrary: object.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 2, arbitrary: fc.json().map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 8 })
      .map((pairs) => Buffer.from(pairs.map(([one, value]) => `${encoded(one)}=${encoded(value)}`).join('&'))),
  },
)

const contentType = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/json; charset=latin1',
  ),
  fc.constant(undefined),
  fc.stringMatching(/^[\x20-\x7e]{0,20}$/),
)

const query = fc.oneof(
  fc.constant(''),
  fc
    .array(fc.tuple(name, leaf), { maxLength: 6 })
    .map((pairs) => `?${pairs.map(([one, value]) => `${encoded(one)}=${encoded(String(value))}`).join('&')}`),
  fc.webQueryParameters().map((text) => `?${text}`),
)

const method = fc.constantFrom('POST', 'POST', 'POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')

/** Percent-encoded, whatever is no Unicode written as its replacement. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

const runs = { numRuns: 150 }
const guarded = () => receiver({ prefix: '/push', verify: secretPath(secret) })

describe('whatever is sent', () => {
  it('is never answered with a 5xx, and the next push is served', async () => {
    const open = await guarded()
    const request = fc.record({ kind: fc.constantFrom(...kinds), method, body, contentType, query })
    await fc.assert(
      fc.asyncProperty(request, async ({ kind, method: by, body: payload, contentType: type, query: asked }) => {
        const response = await open.app.inject({
          method: by,
          url: `/push${paths[kind]}/${secret}${asked}`,
          headers: type === undefined ? {} : { 'content-type': type },
          payload,
        })
        expect(response.statusCode).toBeLessThan(500)
        if (response.statusCode >= 400) {
          expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
          if (by !== 'HEAD') expect(response.json()).toMatchObject({ status: response.statusCode })
        }
      }),
      runs,
    )
    await open.servesAll()
  })

  it('is answered on a turn with valid JSON, or a 4xx', async () => {
    const open = await guarded()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('ussd', 'programmable'), object, async (kind, push) => {
        const payload = { SessionId: 's-1', Type: 'Response', ...push }
        const response = await open.app.inject({ method: 'POST', url: `/push${paths[kind]}/${secret}`, payload })
        if (response.statusCode === 200) {
          expect(response.json()).toMatchObject({
            Type: expect.stringMatching(/^(Response|Release)$/),
            Message: expect.any(String),
          })
        } else {
          expect(response.statusCode).toBe(400)
        }
      }),
      runs,
    )
    await open.servesAll()
  })

  it('never gets in with another secret', async () => {
    const open = await guarded()
    const segment = fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => text !== secret)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), segment, async (kind, wrong) => {
        const url = `/push${paths[kind]}/${encoded(wrong)}`
        const { statusCode } = await open.app.inject({ method: 'POST', url, payload: samples[kind] })
        expect([401, 404]).toContain(statusCode)
      }),
      runs,
    )
    expect(open.seen).toEqual([])
  })

  it('leaves every object as it was', async () => {
    const open = await guarded()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), body, async (kind, payload) => {
        await open.app.inject({ method: 'POST', url: `/push${paths[kind]}/${secret}`, payload })
      }),
      runs,
    )
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(Object.keys(Array.prototype)).toEqual([])
    expect({}).not.toHaveProperty('isAdmin')
  })
})
