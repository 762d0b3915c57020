import type { Incoming } from '../pushes/event.ts'
import { readVerdict } from '../pushes/money/confirmation.ts'
import { readSignedAddress } from '../pushes/money/signed-address.ts'
import { isRecord, readWholeJson } from '../pushes/reading/json.ts'
import { PushProblem } from '../pushes/reading/push-problem.ts'

/** A push as the inbox keeps it: what it was read from, so that it can be read again. */
export function writePayload({ carrier, fields, raw, signed, verdict, toldBy }: Incoming): Uint8Array {
  const kept = { carrier, fields, ...(raw === fields ? {} : { raw }), signed, verdict, toldBy }
  return Buffer.from(JSON.stringify(kept))
}

/**
 * Reads what `writePayload` wrote.
 *
 * @throws PushProblem for bytes of another make
 */
export function readPayload(payload: Uint8Array): Incoming {
  const value = readKept(payload)
  if (isRecord(value) && isRecord(value.fields) && isCarrier(value.carrier)) {
    const { carrier, fields, raw = fields, toldBy } = value
    const signed = readSignedAddress(value.signed)
    const verdict = readVerdict(value.verdict)
    return {
      carrier,
      fields,
      raw,
      ...(signed === undefined ? {} : { signed }),
      ...(verdict === undefined ? {} : { verdict }),
      ...(typeof toldBy === 'string' ? { toldBy } : {}),
    }
  }
  throw new PushProblem({ field: null, expected: 'a push as the inbox keeps it', received: 'other bytes' })
}

/**
 * Reads a body that could not be read when it came: a version that knows better may be running now.
 *
 * @throws PushProblem
 */
export function readBodyAgain(payload: Uint8Array): Incoming {
  const value = readWholeJson(textOf(payload))
  if (isRecord(value)) return { carrier: 'json', fields: value, raw: value }
  throw new PushProblem({ field: null, expected: 'a JSON object', received: 'something else' })
}

/** What is kept as JSON; undefined where it is none. Names and numbers were looked at when it came. */
export function readKept(payload: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(payload))
  } catch {
    return undefined
  }
}

function textOf(payload: Uint8Array): string {
  return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString()
}

function isCarrier(value: unknown): value is Incoming['carrier'] {
  return value === 'json' || value === 'form' || value === 'query'
}
