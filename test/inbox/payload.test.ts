import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBodyAgain, readPayload, writePayload } from '../../src/inbox/entry.ts'
import type { Incoming } from '../../src/pushes/event.ts'
import { isRecord, readWholeJson } from '../../src/pushes/reading/json.ts'
import { PushProblem } from '../../src/pushes/reading/push-problem.ts'

describe('the bytes of an entry', () => {
  it('give back what the push was read from, whatever it holds', () => {
    const fields = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(fields, fc.constantFrom<Incoming['carrier']>('json', 'form', 'query'), (given, carrier) => {
        const written: unknown = JSON.parse(JSON.stringify(given))
        const read = readPayload(writePayload({ carrier, fields: given, raw: given }))
        expect(read).toEqual({ carrier, fields: written, raw: written })
        expect(read.raw).toBe(read.fields)
      }),
    )
  })

  it('give back every number that a body had: the next attempt must judge what the first one did', () => {
    const fields = readWholeJson('{"Amount":60,"AMOUNT":1e400,"Id":12345678901234567890,"Left":-0.0,"Big":1e308}')
    if (!isRecord(fields)) throw new Error('it is an object')
    expect(readPayload(writePayload({ carrier: 'json', fields, raw: fields })).fields).toEqual({ ...fields, Left: 0 })
    expect(fields).toMatchObject({ AMOUNT: '1e400' })
  })

  it('keep raw apart where it is not the fields', () => {
    const incoming: Incoming = { carrier: 'json', fields: { a: 1, b: '2' }, raw: { query: { b: '2' }, body: { a: 1 } } }
    expect(readPayload(writePayload(incoming))).toEqual(incoming)
  })

  it('keep what the address was signed for, and leave out what nobody signed', () => {
    const fields = { a: 1 }
    const signed = { reference: 'order-1', sessionId: null, amountMinor: 500, currency: null }
    const incoming: Incoming = { carrier: 'json', fields, raw: fields, signed }
    expect(readPayload(writePayload(incoming))).toEqual(incoming)
    const apart: Incoming = { ...incoming, raw: { query: {}, body: fields } }
    expect(readPayload(writePayload(apart))).toEqual(apart)
    expect(readPayload(Buffer.from('{"carrier":"json","fields":{},"signed":"yes"}'))).not.toHaveProperty('signed')
  })

  it('are read wherever they stand in a larger buffer', () => {
    const written = writePayload({ carrier: 'query', fields: { From: 'é\0' }, raw: { From: 'é\0' } })
    const larger = new Uint8Array(written.length + 20)
    larger.set(written, 10)
    expect(readPayload(larger.subarray(10, 10 + written.length)).fields).toEqual({ From: 'é\0' })
  })

  it.each([
    ['that are no JSON', 'not JSON'],
    ['of another make', '{"fields":{}}'],
    ['with a carrier that is not known', '{"carrier":"pigeon","fields":{}}'],
    ['without fields', '{"carrier":"json"}'],
  ])('%s are a problem that is told', (_name, text) => {
    expect(() => readPayload(Buffer.from(text))).toThrow(PushProblem)
  })
})

describe('a body that could not be read', () => {
  it('is read as JSON when it is asked for again, names that stand twice told', () => {
    const { carrier, fields } = readBodyAgain(Buffer.from('{"Status":"Sent","Status":"Failed"}'))
    expect([carrier, fields]).toEqual(['json', { Status: 'Sent', 'Status (repeated 1)': 'Failed' }])
  })

  it.each(['', '[1]', '{"a":', '\0'])('is still refused where it is none: %j', (text) => {
    expect(() => readBodyAgain(Buffer.from(text))).toThrow(PushProblem)
  })
})
